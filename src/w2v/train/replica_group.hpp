#pragma once

#include <cstddef>

#include "w2v/objectives/training_job.hpp"

namespace w2v {

/// Replicas of the matrices that are trained apart and brought together at fixed places of the text. Some of them are
/// trained here; others may be trained by other processes, which go through the same places.
class ReplicaGroup {
 public:
  ReplicaGroup() = default;
  ReplicaGroup(const ReplicaGroup&) = delete;
  ReplicaGroup& operator=(const ReplicaGroup&) = delete;
  virtual ~ReplicaGroup() = default;

  /// Replicas in all.
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// Those that are trained here: first() .. first() + here() - 1.
  [[nodiscard]] virtual std::size_t first() const = 0;
  [[nodiscard]] virtual std::size_t here() const = 0;

  /// What a replica that is trained here trains: the whole job, but on matrices of its own, whose updates it counts.
  [[nodiscard]] virtual const TrainingJob<float>& job(std::size_t replica) const = 0;

  /// Brings the rows of all replicas together, in each of them and in the matrices of the whole job. `rate`: the
  /// learning rate since the last time.
  virtual void merge(float rate, int threads) = 0;
};

}  // namespace w2v
