#include "w2v/simd/packed_rows.hpp"

#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "step_oracle.hpp"
#include "w2v/simd/target.hpp"

namespace w2v::test {
namespace {

constexpr float poison = std::numeric_limits<float>::quiet_NaN();

/// Rows of floats, each with NaN before and behind it, at addresses that are `shift` bytes off those of floats.
class ScatteredRows {
 public:
  ScatteredRows(const Rows& rows, std::size_t shift) {
    for (const auto& row : rows) {
      const std::vector<float> values(row.begin(), row.end());
      std::vector<char>& bytes = memory_.emplace_back((row.size() + 3) * sizeof(float));
      for (std::size_t i = 0; i < row.size() + 2; ++i)
        std::memcpy(&bytes[i * sizeof(float) + shift], &poison, sizeof poison);
      if (!values.empty()) std::memcpy(&bytes[sizeof(float) + shift], values.data(), values.size() * sizeof(float));
      rows_.push_back(reinterpret_cast<const float*>(&bytes[sizeof(float) + shift]));
    }
  }
  [[nodiscard]] const std::vector<const float*>& rows() const { return rows_; }

 private:
  std::vector<std::vector<char>> memory_;
  std::vector<const float*> rows_;
};

Rows whole_numbers(std::mt19937& random, std::size_t count, std::size_t dim) {
  Rows rows(count, std::vector<double>(dim));
  for (auto& row : rows) {
    for (double& value : row) value = static_cast<double>(random() % 41) - 20;
  }
  return rows;
}

TEST_CASE("products of whole numbers are exact for any counts, dim and address, with NaN around the rows", "[simd]") {
  const BestTargetAgain again;
  std::mt19937 random(3);
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    for (const std::size_t dim : {0, 1, 3, 7, 16, 17, 33, 100, 300}) {
      simd::PackedRows packed(200, dim);
      for (const std::size_t count : {1, 63, 64, 65, 200, 5}) {
        const Rows rows = whole_numbers(random, count, dim);
        const Rows queries = whole_numbers(random, 1 + count % 9, dim);
        const ScatteredRows row_memory(rows, count % 4);
        const ScatteredRows query_memory(queries, 0);
        packed.pack(row_memory.rows());
        REQUIRE(packed.size() == count);
        const std::size_t stride = packed.padded_size() + 3;
        std::vector<float> out(queries.size() * stride, -7);
        simd::products(query_memory.rows(), packed, out.data(), stride);
        CAPTURE(target, dim, count);
        for (std::size_t r = 0; r < count; ++r) {
          REQUIRE(double{packed.squared_norms()[r]} == dot(rows[r], rows[r]));
          for (std::size_t q = 0; q < queries.size(); ++q)
            REQUIRE(double{out[q * stride + r]} == dot(queries[q], rows[r]));
        }
        for (std::size_t q = 0; q < queries.size(); ++q) REQUIRE(out[(q + 1) * stride - 1] == -7);
      }
    }
  }
}

TEST_CASE("products of real numbers are those in double, up to one rounding for every term", "[simd]") {
  const BestTargetAgain again;
  std::mt19937 random(4);
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    const Problem problem = random_problem(random, 300, 70, 9, 1);
    const ScatteredRows rows(problem.inputs, 1);
    const ScatteredRows queries(problem.outputs, 0);
    simd::PackedRows packed(problem.inputs.size(), 300);
    packed.pack(rows.rows());
    std::vector<float> out(problem.outputs.size() * packed.padded_size());
    simd::products(queries.rows(), packed, out.data(), packed.padded_size());
    for (std::size_t q = 0; q < problem.outputs.size(); ++q) {
      for (std::size_t r = 0; r < problem.inputs.size(); ++r) {
        double size = 0;
        for (std::size_t i = 0; i < 300; ++i) size += std::abs(problem.outputs[q][i] * problem.inputs[r][i]);
        const double wrong = double{out[q * packed.padded_size() + r]} - dot(problem.outputs[q], problem.inputs[r]);
        CAPTURE(target, q, r);
        REQUIRE(std::abs(wrong) <= 300 * double{std::numeric_limits<float>::epsilon()} * size);
      }
    }
  }
}

}  // namespace
}  // namespace w2v::test
