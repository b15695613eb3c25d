#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "w2v/objectives/chunk_trainer.hpp"
#include "w2v/objectives/examples.hpp"
#include "w2v/objectives/softmax_step.hpp"
#include "w2v/objectives/tally.hpp"

namespace w2v {

/// Trains under the full softmax, minibatch by minibatch, each with all threads that it can keep busy. Skip-gram
/// predicts the contexts from their centre, CBOW the centre from the mean of its contexts. A batch ends with its chunk.
template <Architecture architecture>
class SoftmaxWorker : public ChunkTrainer {
 public:
  /// Throws Error for memory that cannot be had.
  SoftmaxWorker(const TrainingJob<float>& job, int threads);

  TrainingTally train_chunk(std::uint64_t epoch, std::size_t chunk) override;

 private:
  void add_piece(std::span<const std::uint32_t> words, float rate, Random& random, TrainingTally& tally);
  void train_batch(float rate, TrainingTally& tally);

  const TrainingJob<float>& job_;
  SoftmaxModel<float> model_;
  SoftmaxStep<float> step_;
  SoftmaxBatch batch_;
  Examples<std::uint32_t> examples_;
  std::vector<std::uint32_t> contexts_;  // of the example that is added
};

}  // namespace w2v
