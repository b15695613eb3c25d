#pragma once

#include <cstddef>
#include <vector>

#include "w2v/base/random.hpp"
#include "w2v/objectives/training_job.hpp"
#include "w2v/simd/logistic_step.hpp"

namespace w2v {

/// What a hidden vector is told apart from in a step: rows of the output matrix, room for two more, and their signs.
template <class Real>
struct Outputs {
  explicit Outputs(std::size_t most) : rows(most + 2), signs(most) {}

  /// Lays out the targets of the word at a place of the piece. Counts their updates where the job counts.
  template <class Targets>
  void lay_out(Targets& targets, std::size_t place, Random& random, const TrainingJob<Real>& job) {
    std::size_t m = 0;
    targets.for_each(place, random, [&](std::uint32_t row, int sign) {
      rows[m] = job.output.row(row);
      signs[m++] = static_cast<Real>(sign);
    });
    count = m;
    if (job.updates == nullptr) return;
    for (std::size_t j = 0; j < m; ++j) ++job.updates->output[job.output.index_of(rows[j])];
  }

  [[nodiscard]] simd::StepRows<Real> step_rows() { return {rows.data(), count}; }

  std::vector<Real*> rows;
  std::vector<Real> signs;
  std::size_t count = 0;
};

}  // namespace w2v
