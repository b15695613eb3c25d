#include "w2v/model/model.hpp"

#include <cstring>
#include <limits>

#include "../support.hpp"

namespace w2v::test {
namespace {

Model make(std::size_t number, std::size_t dim, std::uint64_t seed, int threads) {
  Vocabulary vocabulary;
  for (std::size_t i = 0; i < number; ++i) vocabulary.add("w" + std::to_string(i), number - i);
  const RowLayout words({{RowKind::word, vocabulary.size()}});
  return make_model(std::move(vocabulary), {words, words}, dim, seed, threads);
}

bool same_bytes(const Matrix<float>& a, const Matrix<float>& b) {
  return a.rows() == b.rows() && std::memcmp(a.row(0), b.row(0), a.rows() * a.stride() * sizeof(float)) == 0;
}

TEST_CASE("before training, input rows are uniform in [-1/2, 1/2) / dim and output rows zero", "[model]") {
  const std::size_t dim = 20;
  const Model model = make(3000, dim, 1, 2);
  REQUIRE(model.vocabulary.size() == 3000);
  REQUIRE(model.input.rows() == 3000);
  std::vector<std::uint64_t> drawn(50);
  for (std::size_t i = 0; i < 3000; ++i) {
    for (std::size_t k = 0; k < model.input.stride(); ++k) {
      const float value = model.input.row(i)[k] * static_cast<float>(dim);
      if (k < dim) {
        if (!(value >= -0.5F && value < 0.5F)) FAIL(value);
        ++drawn[static_cast<std::size_t>((value + 0.5F) * 50)];
      } else if (value != 0) {
        FAIL("padding");
      }
      if (model.output.row(i)[k] != 0) FAIL("output");
    }
  }
  require_distribution(drawn, std::vector<double>(50, 1.0 / 50));
}

TEST_CASE("the values depend on the seed and not on the threads", "[model]") {
  const Model one = make(5000, 10, 7, 1);
  for (const int threads : {2, 5}) REQUIRE(same_bytes(make(5000, 10, 7, threads).input, one.input));
  REQUIRE(!same_bytes(make(5000, 10, 8, 1).input, one.input));
  REQUIRE(std::memcmp(one.input.row(0), one.input.row(1), 40) != 0);
}

TEST_CASE("the memory of a model is that of its two matrices, at most the largest number", "[model]") {
  const auto bytes_of = [](std::uint64_t input, std::uint64_t output) {
    return model_bytes({RowLayout({{RowKind::word, input}}), RowLayout({{RowKind::word, output}})}, 100);
  };
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  REQUIRE(bytes_of(1000, 500) == 1500 * 112 * sizeof(float));
  REQUIRE(bytes_of(most, 1) == most);
  REQUIRE(bytes_of(1, most) == most);
}

}  // namespace
}  // namespace w2v::test
