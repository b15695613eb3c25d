#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace w2v::simd {

template <class Real>
struct StepScratch;

/// The rows of a step: pointers to them, with room for one more, which a step may use while it works.
template <class Real>
struct StepRows {
  Real** rows;
  std::size_t count;
};

/// The arithmetic of one centre word: a small dense problem of n context rows (of the input matrix) against m output
/// rows, each output with a sign: +1 for the label 1, -1 for the label 0. With x = E . O:
///   loss     L = -log s(sign x)
///   gradient dL/dx = s(x) - label
/// Negative sampling (Mikolov et al. 2013b, eq. 4): the centre's row with +1, noise rows with -1, shared by all
/// contexts (Ji et al. 2016). Hierarchical softmax (Morin and Bengio 2005): the inner nodes on the path to the centre,
/// the signs its code. Both matrices are updated with the values from before the step. An output row may be named more
/// than once, with one sign, and counts as often; so may a context row, whose second move then may see the first, a
/// difference of the rate's square. The scores are clamped to +-20, where s() is 0 or 1 to the last bit but one of a
/// float.
///
/// Rows are those of a Matrix<Real>: aligned and padded to `stride` values. Holds the scratch memory of one worker,
/// so it is not thread-safe; the rows may be shared with other workers (Hogwild).
template <class Real>
class LogisticStep {
 public:
  /// `stride`: values of a padded row. No call may name more than `most_contexts` and `most_outputs` rows.
  /// `distinct_outputs`: no call names an output row twice, so that none need be looked for.
  LogisticStep(std::size_t stride, std::size_t most_contexts, std::size_t most_outputs, bool distinct_outputs = false);
  ~LogisticStep();

  /// Rows that the next step will need: this one fetches them into the cache, a line at a time between its own work.
  /// Done at once, they would wait for each other.
  void prefetch(std::span<const Real* const> rows) { upcoming_ = rows; }

  /// Skip-gram: every context row predicts the outputs. n*m scores. `signs`: one for each output. Which rows the
  /// contexts are is as before when it returns; the pointers to outputs are used up.
  void skipgram(StepRows<Real> contexts, StepRows<Real> outputs, const Real* signs, Real rate);

  /// CBOW: h, the mean of the context rows, predicts the outputs. Each context row then moves by `share` times the
  /// gradient that reaches h: 1/n is the derivative of the mean (Irsoy, Benton, Stratos 2021), 1 the C tool's way.
  void cbow(StepRows<Real> contexts, StepRows<Real> outputs, const Real* signs, Real rate, Real share);

  /// A hidden vector h, one padded row, predicts the outputs and moves by `share` times the gradient that reaches it.
  void hidden(Real* h, StepRows<Real> outputs, const Real* signs, Real rate, Real share);

  /// Sum of the losses of all steps since the last call.
  double take_loss();

 private:
  void count_scores(std::size_t scores);
  double drain_loss();

  std::unique_ptr<StepScratch<Real>> scratch_;
  double loss_ = 0;         // what has been drained from the scratch memory
  std::size_t scores_ = 0;  // that the scratch memory has taken up since
  std::span<const Real* const> upcoming_;
};

}  // namespace w2v::simd
