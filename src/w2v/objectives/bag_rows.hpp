#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "w2v/objectives/training_job.hpp"
#include "w2v/simd/bags.hpp"

namespace w2v {

/// The bags of a job's words, as rows of its input matrix. For one thread.
template <class Real>
class BagRows {
 public:
  using Bag = std::span<const std::uint32_t>;

  explicit BagRows(const TrainingJob<Real>& job) : job_(job) {}

  [[nodiscard]] Bag of(std::uint32_t word) const { return job_.bags->bag(word); }

  /// The rows of a bag that are not frozen. Valid until the next call.
  [[nodiscard]] Bag moving(Bag bag) {
    if (job_.frozen.empty()) return bag;
    moving_.clear();
    for (const std::uint32_t row : bag) {
      if (job_.frozen[row] == 0) moving_.push_back(row);
    }
    return moving_;
  }

  void sum(Bag bag, Real* out) const { simd::sum_of_bag(job_.input.row(0), job_.input.stride(), bag, out); }
  void mean(Bag bag, Real* out) const { simd::mean_of_bag(job_.input.row(0), job_.input.stride(), bag, out); }

  /// Adds a change to each row, and counts the updates where the job counts.
  void add(Bag rows, const Real* change) {
    simd::add_to_bag(job_.input.row(0), job_.input.stride(), rows, change);
    if (job_.updates == nullptr) return;
    for (const std::uint32_t row : rows) ++job_.updates->input[row];
  }

  /// Has the bag's rows fetched: appends them to `upcoming`.
  void look_ahead(Bag bag, std::vector<const Real*>& upcoming) const {
    for (const std::uint32_t row : bag) upcoming.push_back(job_.input.row(row));
  }

 private:
  const TrainingJob<Real>& job_;
  std::vector<std::uint32_t> moving_;
};

}  // namespace w2v
