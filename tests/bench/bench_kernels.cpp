// The fused steps of one centre word, beside the two bounds of the machine they run on: the arithmetic bound (fused
// multiply-adds in registers) and the memory bound (one random row in and out).
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "bench/bounds.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/simd/dot_products.hpp"
#include "w2v/simd/logistic_step.hpp"
#include "w2v/simd/packed_rows.hpp"

namespace {

using w2v::Matrix;

constexpr std::size_t contexts = 6;  // the mean of a window of 5 that shrinks
constexpr std::size_t outputs = 6;   // the centre and 5 noise words

Matrix<float> random_matrix(std::size_t rows, std::size_t dim) {
  Matrix<float> matrix(rows, dim, "a benchmark");
  std::mt19937 random(1);
  std::uniform_real_distribution<float> value(-0.1F, 0.1F);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < dim; ++k) matrix.row(i)[k] = value(random);
  }
  return matrix;
}

void arithmetic_bound(benchmark::State& state) {
  float sink = 0;
  double operations = 0;
  for (auto _ : state) operations += bench::multiply_add(10'000, &sink);
  benchmark::DoNotOptimize(sink);
  state.counters["FLOP/s"] = benchmark::Counter(operations, benchmark::Counter::kIsRate);
}
BENCHMARK(arithmetic_bound);

/// One random row of a matrix of 71,000 read, changed and written: what a noise word costs at least if nothing hides
/// it.
void memory_bound(benchmark::State& state) {
  const auto dim = static_cast<std::size_t>(state.range(0));
  Matrix<float> matrix = random_matrix(71'000, dim);
  std::mt19937 random(2);
  std::vector<std::uint32_t> rows(1 << 16);
  for (std::uint32_t& row : rows) row = static_cast<std::uint32_t>(random() % matrix.rows());
  std::size_t next = 0;
  for (auto _ : state) {
    float* row = matrix.row(rows[next++ % rows.size()]);
    for (std::size_t k = 0; k < matrix.stride(); ++k) row[k] += 1e-6F;
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(2 * matrix.stride() * sizeof(float)));
}
BENCHMARK(memory_bound)->Arg(100)->Arg(300)->ArgName("dim");

constexpr std::array<float, 6> signs{1, -1, -1, -1, -1, -1};  // of `outputs` rows

using StepRows = w2v::simd::StepRows<float>;

/// Steps over rows that stay in the first-level cache (rows = 12) or come from a whole matrix.
template <class Step>
void run_steps(benchmark::State& state, double operations_a_step, Step step) {
  const auto dim = static_cast<std::size_t>(state.range(0));
  const auto rows = static_cast<std::size_t>(state.range(1));
  Matrix<float> input = random_matrix(rows, dim);
  Matrix<float> output = random_matrix(rows, dim);
  w2v::simd::LogisticStep<float> kernel(input.stride(), 2 * contexts, 2 * outputs);
  std::mt19937 random(3);
  std::vector<float*> in;
  std::vector<float*> out;
  constexpr std::size_t steps = 4096;
  for (std::size_t i = 0; i < steps; ++i) {
    for (std::size_t c = 0; c < contexts; ++c) in.push_back(input.row(rows == 12 ? c : random() % rows));
    for (std::size_t c = 0; c < outputs; ++c) out.push_back(output.row(rows == 12 ? c : random() % rows));
    in.push_back(nullptr);  // the room that a step needs
    out.push_back(nullptr);
  }
  std::size_t next = 0;
  for (auto _ : state) {
    const std::size_t i = next++ % steps;
    step(kernel, StepRows{&in[i * (contexts + 1)], contexts}, StepRows{&out[i * (outputs + 1)], outputs});
  }
  benchmark::DoNotOptimize(kernel.take_loss());
  state.counters["FLOP/s"] =
      benchmark::Counter(operations_a_step * static_cast<double>(dim) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

void skipgram(benchmark::State& state) {
  run_steps(state, 6.0 * contexts * outputs,
            [](auto& kernel, auto in, auto out) { kernel.skipgram(in, out, signs.data(), 1e-6F); });
}
BENCHMARK(skipgram)->ArgsProduct({{100, 300}, {12, 71'000}})->ArgNames({"dim", "rows"});

void cbow(benchmark::State& state) {
  run_steps(state, 6.0 * outputs + 2.0 * contexts,
            [](auto& kernel, auto in, auto out) { kernel.cbow(in, out, signs.data(), 1e-6F, 1.0F); });
}
BENCHMARK(cbow)->ArgsProduct({{100, 300}, {12, 71'000}})->ArgNames({"dim", "rows"});

void score_rows(benchmark::State& state) {
  const auto dim = static_cast<std::size_t>(state.range(0));
  const Matrix<float> matrix = random_matrix(71'000, dim);
  std::vector<const float*> rows;
  for (std::size_t i = 0; i < matrix.rows(); ++i) rows.push_back(matrix.row(i));
  std::vector<float> dots(matrix.rows());
  std::vector<float> norms(matrix.rows());
  for (auto _ : state) {
    w2v::simd::score_rows(matrix.row(0), rows, dim, dots.data(), norms.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(matrix.rows() * matrix.stride() * sizeof(float)));
}
BENCHMARK(score_rows)->Arg(100)->Arg(300)->ArgName("dim");

void products(benchmark::State& state) {
  const auto dim = static_cast<std::size_t>(state.range(0));
  const std::size_t queries = 256;
  const std::size_t rows = 512;
  const Matrix<float> matrix = random_matrix(queries + rows, dim);
  std::vector<const float*> places;
  for (std::size_t i = 0; i < matrix.rows(); ++i) places.push_back(matrix.row(i));
  const std::span all(places);
  w2v::simd::PackedRows packed(rows, dim);
  std::vector<float> out(queries * rows);
  for (auto _ : state) {
    packed.pack(all.subspan(queries));
    w2v::simd::products(all.first(queries), packed, out.data(), rows);
    benchmark::ClobberMemory();
  }
  state.counters["FLOP/s"] =
      benchmark::Counter(2.0 * static_cast<double>(state.iterations()) * queries * rows * static_cast<double>(dim),
                         benchmark::Counter::kIsRate);
}
BENCHMARK(products)->Arg(100)->Arg(300)->ArgName("dim");

}  // namespace
