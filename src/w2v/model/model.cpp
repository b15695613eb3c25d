#include "w2v/model/model.hpp"

#include <atomic>
#include <limits>
#include <utility>

#include "w2v/base/parallel.hpp"
#include "w2v/base/random.hpp"

namespace w2v {

Model make_model(Vocabulary vocabulary, ModelRows rows, std::size_t dim, std::uint64_t seed, int threads) {
  Matrix<float> input(rows.input.rows(), dim, "the input matrix");
  Matrix<float> output(rows.output.rows(), dim, "the output matrix");
  // A generator a row: the same values whatever the threads. Epoch -1 is one that no text is read in.
  constexpr std::uint64_t before_training = std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::size_t> next{0};
  constexpr std::size_t block = 1024;
  parallel(threads, [&](const Worker&) {
    for (std::size_t begin = next.fetch_add(block); begin < input.rows(); begin = next.fetch_add(block)) {
      for (std::size_t i = begin; i < std::min(begin + block, input.rows()); ++i) {
        Random random(seed, before_training, i);
        float* row = input.row(i);
        for (std::size_t k = 0; k < dim; ++k) row[k] = (random.unit() - 0.5F) / static_cast<float>(dim);
      }
    }
  });
  return {std::move(vocabulary), {}, std::move(rows), std::move(input), std::move(output)};
}

std::uint64_t model_bytes(const ModelRows& rows, std::size_t dim) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t input = Matrix<float>::bytes(rows.input.rows(), dim);
  const std::uint64_t output = Matrix<float>::bytes(rows.output.rows(), dim);
  return input > most - output ? most : input + output;
}

}  // namespace w2v
