#include "w2v/train/local_replicas.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "w2v/base/parallel.hpp"

namespace w2v {
namespace {

Matrix<float> copy_of(const Matrix<float>& matrix) {
  Matrix<float> copy(matrix.rows(), matrix.dim(), "a thread's copy of a matrix");
  std::copy_n(matrix.row(0), matrix.rows() * matrix.stride(), copy.row(0));
  return copy;
}

/// What of each replica's move a row gets, if `movers` of them updated it `times` times in all at this rate: 1 for a
/// few times, 1 / movers for many.
float share_of_moves(std::size_t movers, std::uint64_t times, float rate) {
  constexpr float many = 25;  // updates times rate, of each; measured: see docs/PERFORMANCE.md
  const float settled = std::min(1.0F, static_cast<float>(times) * rate / (many * static_cast<float>(movers)));
  return 1 / (1 + static_cast<float>(movers - 1) * settled);
}

}  // namespace

LocalReplicas::Replica::Replica(const TrainingJob<float>& whole)
    : input(copy_of(whole.input)),
      output(copy_of(whole.output)),
      updates{std::vector<std::uint32_t>(input.rows()), std::vector<std::uint32_t>(output.rows())},
      job{.config = whole.config,
          .tokens = whole.tokens,
          .subsampler = whole.subsampler,
          .schedule = whole.schedule,
          .input = input,
          .output = output,
          .bags = whole.bags,
          .frozen = whole.frozen,
          .adam = whole.adam,
          .held_out = whole.held_out,
          .updates = &updates} {}

LocalReplicas::LocalReplicas(const TrainingJob<float>& whole, std::size_t number) : whole_(whole) {
  while (replicas_.size() < number) replicas_.push_back(std::make_unique<Replica>(whole));
}

void LocalReplicas::merge(float rate, int threads) {
  merge_matrix(whole_.input, &Replica::input, &UpdateCounts::input, rate, threads);
  merge_matrix(whole_.output, &Replica::output, &UpdateCounts::output, rate, threads);
}

void LocalReplicas::merge_matrix(Matrix<float>& whole, RowsOf rows, CountsOf counts, float rate, int threads) {
  constexpr std::size_t block = 1024;
  std::atomic<std::size_t> next{0};
  parallel(threads, [&](const Worker&) {
    for (std::size_t begin = next.fetch_add(block); begin < whole.rows(); begin = next.fetch_add(block)) {
      for (std::size_t row = begin; row < std::min(begin + block, whole.rows()); ++row)
        merge_row(whole, rows, counts, rate, row);
    }
  });
}

void LocalReplicas::merge_row(Matrix<float>& whole, RowsOf rows, CountsOf counts, float rate, std::size_t row) {
  const std::size_t stride = whole.stride();
  float* const merged = whole.row(row);
  const auto values_of = [&](const auto& replica) { return ((*replica).*rows).row(row); };
  std::size_t movers = 0;
  std::uint64_t times = 0;
  for (const auto& replica : replicas_) {
    const std::uint32_t count = (replica->updates.*counts)[row];
    movers += count > 0 ? 1 : 0;
    times += count;
  }
  if (movers == 0) return;
  const float share = share_of_moves(movers, times, rate);
  const float stays = 1 - static_cast<float>(movers) * share;
  for (std::size_t i = 0; i < stride; ++i) merged[i] *= stays;
  for (const auto& replica : replicas_) {
    if (std::exchange((replica->updates.*counts)[row], 0U) == 0) continue;
    const float* const values = values_of(replica);
    for (std::size_t i = 0; i < stride; ++i) merged[i] += share * values[i];
  }
  for (const auto& replica : replicas_) std::copy_n(merged, stride, values_of(replica));
}

}  // namespace w2v
