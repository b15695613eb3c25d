#pragma once

#include <cstdint>
#include <vector>

#include "w2v/train/pieces.hpp"
#include "w2v/train/softmax_step.hpp"
#include "w2v/train/tally.hpp"

namespace w2v {

/// Trains one chunk of text after the other under the full softmax, minibatch by minibatch, each with all
/// threads that it can keep busy. Skip-gram predicts the contexts from their centre, CBOW the centre from the
/// mean of its contexts. A batch ends with its chunk.
template <Architecture architecture>
class SoftmaxWorker {
 public:
  /// Throws Error for memory that cannot be had.
  SoftmaxWorker(const SharedState<float>& shared, int threads);

  /// Trains one chunk in one epoch, from 0.
  TrainingTally train_chunk(std::uint64_t epoch, std::size_t chunk);

 private:
  void add_piece(std::span<const std::uint32_t> words, float rate, Random& random, TrainingTally& tally);
  void train_batch(float rate, TrainingTally& tally);

  const SharedState<float>& shared_;
  SoftmaxModel<float> model_;
  SoftmaxStep<float> step_;
  SoftmaxBatch batch_;
  std::vector<std::uint32_t> piece_;
  std::vector<std::uint32_t> windows_;
  std::vector<std::uint32_t> contexts_;
};

}  // namespace w2v
