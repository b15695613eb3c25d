#include "w2v/model/model.hpp"

#include <atomic>
#include <limits>
#include <utility>

#include "w2v/base/parallel.hpp"
#include "w2v/base/random.hpp"
#include "w2v/simd/bags.hpp"

namespace w2v {

namespace {

/// Calls work(i) for each i below `count`, on all threads.
template <class Work>
void for_each_row(std::size_t count, int threads, Work&& work) {
  std::atomic<std::size_t> next{0};
  constexpr std::size_t block = 1024;
  parallel(threads, [&](const Worker&) {
    for (std::size_t begin = next.fetch_add(block); begin < count; begin = next.fetch_add(block)) {
      for (std::size_t i = begin; i < std::min(begin + block, count); ++i) work(i);
    }
  });
}

}  // namespace

Model make_model(Vocabulary vocabulary, ModelRows rows, std::size_t dim, std::uint64_t seed, int threads) {
  Matrix<float> input(rows.input.rows(), dim, "the input matrix");
  Matrix<float> output(rows.output.rows(), dim, "the output matrix");
  // A generator a row: the same values whatever the threads. Epoch -1 is one that no text is read in.
  constexpr std::uint64_t before_training = std::numeric_limits<std::uint64_t>::max();
  for_each_row(input.rows(), threads, [&](std::size_t i) {
    Random random(seed, before_training, i);
    float* row = input.row(i);
    for (std::size_t k = 0; k < dim; ++k) row[k] = (random.unit() - 0.5F) / static_cast<float>(dim);
  });
  return {std::move(vocabulary), {}, std::move(rows), {}, std::move(input), std::move(output)};
}

Matrix<float> word_vectors(const Model& model, int threads) {
  Matrix<float> vectors(model.vocabulary.size(), model.input.dim(), "the vectors of words");
  for_each_row(vectors.rows(), threads, [&](std::size_t i) {
    const auto own = static_cast<std::uint32_t>(i);
    const std::span bag = model.bags.empty() ? std::span(&own, 1) : model.bags.bag(i);
    simd::mean_of_bag(model.input.row(0), model.input.stride(), bag, vectors.row(i));
  });
  return vectors;
}

void compose_word_vectors(Model& model, int threads) {
  if (model.bags.empty()) return;
  // Only a word's own bag has its row.
  for_each_row(model.vocabulary.size(), threads, [&](std::size_t i) {
    simd::mean_of_bag(model.input.row(0), model.input.stride(), model.bags.bag(i), model.input.row(i));
  });
}

std::uint64_t model_bytes(const ModelRows& rows, std::size_t dim) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t input = Matrix<float>::bytes(rows.input.rows(), dim);
  const std::uint64_t output = Matrix<float>::bytes(rows.output.rows(), dim);
  return input > most - output ? most : input + output;
}

}  // namespace w2v
