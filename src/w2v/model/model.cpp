#include "w2v/model/model.hpp"

#include <atomic>
#include <limits>
#include <utility>

#include "w2v/base/parallel.hpp"
#include "w2v/base/random.hpp"

namespace w2v {

Model make_model(Vocabulary vocabulary, std::size_t dim, std::uint64_t seed, int threads) {
  const std::size_t words = vocabulary.size();
  Model model{std::move(vocabulary), Matrix<float>(words, dim, "the input matrix"),
              Matrix<float>(words, dim, "the output matrix")};
  // A generator a row: the same values whatever the threads. Epoch -1 is one that no text is read in.
  constexpr std::uint64_t before_training = std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::size_t> next{0};
  constexpr std::size_t block = 1024;
  parallel(threads, [&](const Worker&) {
    for (std::size_t begin = next.fetch_add(block); begin < words; begin = next.fetch_add(block)) {
      for (std::size_t i = begin; i < std::min(begin + block, words); ++i) {
        Random random(seed, before_training, i);
        float* row = model.input.row(i);
        for (std::size_t k = 0; k < dim; ++k) row[k] = (random.unit() - 0.5F) / static_cast<float>(dim);
      }
    }
  });
  return model;
}

std::uint64_t model_bytes(std::size_t words, std::size_t dim) {
  const std::uint64_t one = Matrix<float>::bytes(words, dim);
  return one > std::numeric_limits<std::uint64_t>::max() / 2 ? one : 2 * one;
}

}  // namespace w2v
