#include "w2v/train/replicas.hpp"

#include <algorithm>
#include <atomic>

#include "w2v/base/parallel.hpp"

namespace w2v {
namespace {

Matrix<float> copy_of(const Matrix<float>& matrix) {
  Matrix<float> copy(matrix.rows(), matrix.dim(), "a thread's copy of a matrix");
  std::copy_n(matrix.row(0), matrix.rows() * matrix.stride(), copy.row(0));
  return copy;
}

}  // namespace

Replicas::Replica::Replica(const SharedState<float>& whole)
    : input(copy_of(whole.input)),
      output(copy_of(whole.output)),
      named{std::vector<std::uint8_t>(input.rows()), std::vector<std::uint8_t>(output.rows())},
      shared{whole.config, whole.tokens, whole.subsampler, whole.schedule, input,          output,
             whole.frozen, whole.adam,   whole.held_out,   &named} {}

Replicas::Replicas(const SharedState<float>& shared, std::size_t number) : whole_(shared) {
  while (replicas_.size() < number) replicas_.push_back(std::make_unique<Replica>(shared));
}

void Replicas::merge(int threads) {
  merge_matrix(whole_.input, &Replica::input, &NamedRows::input, threads);
  merge_matrix(whole_.output, &Replica::output, &NamedRows::output, threads);
}

void Replicas::merge_matrix(Matrix<float>& whole, RowsOf rows, NamedOf named, int threads) {
  constexpr std::size_t block = 1024;
  std::atomic<std::size_t> next{0};
  parallel(threads, [&](const Worker&) {
    for (std::size_t begin = next.fetch_add(block); begin < whole.rows(); begin = next.fetch_add(block)) {
      for (std::size_t row = begin; row < std::min(begin + block, whole.rows()); ++row) merge_row(whole, rows, named, row);
    }
  });
}

void Replicas::merge_row(Matrix<float>& whole, RowsOf rows, NamedOf named, std::size_t row) {
  const std::size_t stride = whole.stride();
  float* const merged = whole.row(row);
  std::size_t movers = 0;
  for (const auto& replica : replicas_) {
    std::uint8_t& moved = (replica->named.*named)[row];
    if (moved == 0) continue;
    moved = 0;
    const float* const values = ((*replica).*rows).row(row);
    if (++movers == 1) {
      std::copy_n(values, stride, merged);
    } else {
      for (std::size_t i = 0; i < stride; ++i) merged[i] += values[i];
    }
  }
  if (movers == 0) return;
  if (movers > 1) {
    const float share = 1.0F / static_cast<float>(movers);
    for (std::size_t i = 0; i < stride; ++i) merged[i] *= share;
  }
  for (const auto& replica : replicas_) std::copy_n(merged, stride, ((*replica).*rows).row(row));
}

}  // namespace w2v
