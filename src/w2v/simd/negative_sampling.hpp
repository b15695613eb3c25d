#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace w2v::simd {

template <class Real>
struct StepScratch;

/// The arithmetic of one centre word under negative sampling (Mikolov et al. 2013b, eq. 4): a small dense problem of
/// n context rows (of the input matrix) against m output rows, the first the centre's own, the others noise shared
/// by all contexts (Ji et al. 2016). With x = E . O, label 1 for the first output row and 0 for noise:
///   loss     L = -log s(x) for label 1, -log s(-x) for label 0
///   gradient dL/dx = s(x) - label
/// Both matrices are updated with the values from before the step. An output row may be named more than once and
/// counts as often; so may a context row, whose second move then may see the first, a difference of the rate's square.
/// The scores are clamped to +-20, where s() is 0 or 1 to the last bit but one of a float.
///
/// Rows are those of a Matrix<Real>: aligned and padded to `stride` values. Holds the scratch memory of one worker,
/// so it is not thread-safe; the rows may be shared with other workers (Hogwild).
template <class Real>
class NegativeSampling {
 public:
  /// `stride`: values of a padded row. No call may name more than `most_contexts` and `most_outputs` rows.
  NegativeSampling(std::size_t stride, std::size_t most_contexts, std::size_t most_outputs);
  ~NegativeSampling();

  /// Rows that the next step will need: this one fetches them into the cache, a line at a time between its own work. Done
  /// at once, they would wait for each other.
  void prefetch(std::span<const Real* const> rows) { upcoming_ = rows; }

  /// Skip-gram: every context row predicts the outputs. n*m pairs.
  void skipgram(std::span<Real* const> contexts, std::span<Real* const> outputs, Real rate);

  /// CBOW: h, the mean of the context rows, predicts the outputs. Each context row then moves by `share` times the
  /// gradient that reaches h: 1/n is the derivative of the mean (Irsoy, Benton, Stratos 2021), 1 the C tool's way.
  void cbow(std::span<Real* const> contexts, std::span<Real* const> outputs, Real rate, Real share);

  /// Sum of the losses of all steps since the last call.
  double take_loss();

 private:
  std::unique_ptr<StepScratch<Real>> scratch_;
  std::span<const Real* const> upcoming_;
};

}  // namespace w2v::simd
