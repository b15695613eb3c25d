#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "w2v/train/replica_group.hpp"

namespace w2v {

/// Replicas of one process, each trained by one thread. So nothing depends on which thread is faster, as it does where
/// all of them write to the same rows (Hogwild).
///
/// A row moves by what all replicas have moved it, if they did so a few times: as if one had done it all. Where they
/// did so many times, each went most of the way to where it belongs, and all together would go beyond: there it takes
/// their mean (McDonald, Hall, Mann 2010). In between something in between.
class LocalReplicas : public ReplicaGroup {
 public:
  /// More are not brought together: what eight of them did to the same rows in a round was too much, and diverged.
  static constexpr std::size_t most = 4;

  /// Copies of the matrices as they are now. Throws Error for memory that cannot be had.
  LocalReplicas(const TrainingJob<float>& whole, std::size_t number);

  [[nodiscard]] std::size_t size() const override { return replicas_.size(); }
  [[nodiscard]] std::size_t first() const override { return 0; }
  [[nodiscard]] std::size_t here() const override { return replicas_.size(); }
  [[nodiscard]] const TrainingJob<float>& job(std::size_t replica) const override { return replicas_[replica]->job; }

  /// The same bytes with any number of threads.
  void merge(float rate, int threads) override;

 private:
  struct Replica {
    explicit Replica(const TrainingJob<float>& whole);
    Matrix<float> input;
    Matrix<float> output;
    UpdateCounts updates;
    TrainingJob<float> job;
  };
  using RowsOf = Matrix<float> Replica::*;
  using CountsOf = std::vector<std::uint32_t> UpdateCounts::*;

  void merge_matrix(Matrix<float>& whole, RowsOf rows, CountsOf counts, float rate, int threads);
  void merge_row(Matrix<float>& whole, RowsOf rows, CountsOf counts, float rate, std::size_t row);

  TrainingJob<float> whole_;
  std::vector<std::unique_ptr<Replica>> replicas_;
};

}  // namespace w2v
