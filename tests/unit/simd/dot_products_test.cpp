#include "w2v/simd/dot_products.hpp"

#include <cstring>
#include <limits>
#include <random>

#include "step_oracle.hpp"
#include "w2v/simd/target.hpp"

namespace w2v::test {
namespace {

struct Scores {
  std::vector<float> dots;
  std::vector<float> norms;
};

/// Scores rows that lie `stride` apart and begin `shift` floats behind a 64-byte line; all around them is
/// NaN.
Scores score(const Rows& rows, const std::vector<double>& query, std::size_t stride, std::size_t shift) {
  constexpr float poison = std::numeric_limits<float>::quiet_NaN();
  Matrix<float> memory(1, (rows.size() + 1) * stride + 64, "a test");
  std::fill_n(memory.row(0), memory.stride(), poison);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::copy(rows[r].begin(), rows[r].end(), memory.row(0) + shift + r * stride);
  }
  std::vector<float> query_memory(query.size() + 32 + shift, poison);
  std::copy(query.begin(), query.end(), query_memory.begin() + static_cast<std::ptrdiff_t>(shift));
  Scores scores{std::vector<float>(rows.size() + 1, -7), std::vector<float>(rows.size() + 1, -7)};
  std::vector<const float*> places;
  for (std::size_t r = 0; r < rows.size(); ++r) places.push_back(memory.row(0) + shift + r * stride);
  simd::score_rows(query_memory.data() + shift, places, query.size(), scores.dots.data(), scores.norms.data());
  REQUIRE(scores.dots.back() == -7);  // nothing behind the last result
  REQUIRE(scores.norms.back() == -7);
  return scores;
}

/// simd::dot() of two rows that begin `shift` floats behind where memory does, one of them at an odd address;
/// around them is NaN.
double dot_of(const std::vector<double>& a, const std::vector<double>& b, std::size_t shift) {
  constexpr float poison = std::numeric_limits<float>::quiet_NaN();
  const auto floats = [&](const std::vector<double>& values) {
    std::vector<float> memory(values.size() + 32 + shift, poison);
    std::copy(values.begin(), values.end(), memory.begin() + static_cast<std::ptrdiff_t>(shift));
    return memory;
  };
  std::vector<float> first = floats(a);
  const std::vector<float> second = floats(b);
  auto* bytes = reinterpret_cast<char*>(first.data());  // at an address that is no float's
  std::memmove(bytes + 1, bytes, (a.size() + shift) * sizeof(float));
  const auto* unaligned = reinterpret_cast<const float*>(bytes + 1 + shift * sizeof(float));
  return simd::dot(unaligned, second.data() + shift, a.size());
}

TEST_CASE("scores of whole numbers are exact, at any length, stride and alignment, with NaN around the rows",
          "[simd]") {
  const BestTargetAgain again;
  std::mt19937 random(1);
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    for (const std::size_t dim : {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 300}) {
      Rows rows(5, std::vector<double>(dim));
      std::vector<double> query(dim);
      for (auto& row : rows) {
        for (double& value : row) value = static_cast<double>(random() % 41) - 20;
      }
      for (double& value : query) value = static_cast<double>(random() % 41) - 20;
      for (const std::size_t stride : {dim, dim + 1, Matrix<float>::padded(dim)}) {
        for (const std::size_t shift : {0, 1, 3, 8}) {
          CAPTURE(target, dim, stride, shift);
          const Scores scores = score(rows, query, stride, shift);
          for (std::size_t r = 0; r < rows.size(); ++r) {
            REQUIRE(double{scores.dots[r]} == dot(rows[r], query));
            REQUIRE(double{scores.norms[r]} == dot(rows[r], rows[r]));
            REQUIRE(dot_of(rows[r], query, shift) == dot(rows[r], query));
          }
        }
      }
    }
  }
}

TEST_CASE("scores of real numbers are those in double, up to one rounding for every term", "[simd]") {
  const BestTargetAgain again;
  std::mt19937 random(2);
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    for (const std::size_t dim : {1, 7, 16, 33, 100, 300, 1000}) {
      const Problem problem = random_problem(random, dim, 20, 1, 1);
      const std::vector<double>& query = problem.outputs[0];
      const Scores scores = score(problem.inputs, query, dim, 0);
      for (std::size_t r = 0; r < problem.inputs.size(); ++r) {
        CAPTURE(target, dim, r);
        double size = 0;
        for (std::size_t i = 0; i < dim; ++i) size += std::abs(query[i] * problem.inputs[r][i]);
        const double roundings = static_cast<double>(dim) * std::numeric_limits<float>::epsilon();
        REQUIRE(std::abs(double{scores.dots[r]} - dot(query, problem.inputs[r])) <= roundings * size);
        REQUIRE(std::abs(dot_of(problem.inputs[r], query, 0) - dot(query, problem.inputs[r])) <= roundings * size);
        const double norm = dot(problem.inputs[r], problem.inputs[r]);
        REQUIRE(std::abs(double{scores.norms[r]} - norm) <= roundings * norm);
      }
    }
  }
}

TEST_CASE("no rows give no scores", "[simd]") {
  simd::score_rows(nullptr, {}, 0, nullptr, nullptr);
}

}  // namespace
}  // namespace w2v::test
