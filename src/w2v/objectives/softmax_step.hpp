#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "w2v/model/matrix.hpp"
#include "w2v/objectives/adam_moments.hpp"
#include "w2v/objectives/softmax_batch.hpp"

namespace w2v {

/// What a step of the full softmax moves.
template <class Real>
struct SoftmaxModel {
  Matrix<Real>& input;
  Matrix<Real>& output;
  std::span<const std::uint8_t> frozen = {};  ///< 1 for a word whose input row does not move; empty: all move
  AdamMoments<Real>* adam = nullptr;          ///< none: plain gradient descent
};

/// The arithmetic of a minibatch under the full softmax. With h the mean of the input rows of an example and
/// V words:
///   loss     L = sum over its targets w of -log p(w),  p(w) = exp(h . O[w]) / sum over all words v of exp(h
///   . O[v]) gradient dL/dO[v] = (n p(v) - times v is a target) h, for n targets; dL/dh = sum over v of the
///   same times O[v]
/// Both matrices are updated with the values from before the step. 6 * examples * V * dim floating-point
/// operations, as three matrix products.
///
/// The work is parted by rows and summed in an order that does not depend on the number of threads, so
/// neither do the bytes that come of it. `Real` is float; the proofs use double.
template <class Real>
class SoftmaxStep {
 public:
  /// For models of `words` rows and batches of up to `most_examples`. Throws Error for memory that cannot be
  /// had.
  SoftmaxStep(std::size_t words, std::size_t dim, std::size_t most_examples, int threads);
  ~SoftmaxStep();

  /// Moves the model against the gradient of the batch: by plain descent of the sum of its losses, or by Adam
  /// of their mean over all targets. Returns the sum of the losses. The batch has an example or more.
  double train(const SoftmaxBatch& batch, SoftmaxModel<Real> model, double rate);

  /// Memory of such a step, in bytes.
  static std::uint64_t bytes(std::size_t words, std::size_t dim, std::size_t most_examples, int threads);

 private:
  struct Scratch;
  class Pass;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace w2v
