#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "w2v/objectives/tally.hpp"
#include "w2v/objectives/training_job.hpp"

namespace w2v {

/// Trains one chunk of text after the other, on one thread. It keeps nothing from chunk to chunk but scratch memory.
class ChunkTrainer {
 public:
  ChunkTrainer() = default;
  ChunkTrainer(const ChunkTrainer&) = delete;
  ChunkTrainer& operator=(const ChunkTrainer&) = delete;
  virtual ~ChunkTrainer() = default;

  /// Trains one chunk in one epoch, from 0. The same result whatever thread does it, but for the values of the
  /// matrices.
  virtual TrainingTally train_chunk(std::uint64_t epoch, std::size_t chunk) = 0;
};

/// Makes a trainer for a thread, on the matrices of a job.
using MakeChunkTrainer = std::function<std::unique_ptr<ChunkTrainer>(const TrainingJob<float>&)>;

}  // namespace w2v
