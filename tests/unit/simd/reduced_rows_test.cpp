#include "w2v/simd/reduced_rows.hpp"

#include <cstring>
#include <random>
#include <vector>

#include "step_oracle.hpp"
#include "w2v/base/half.hpp"
#include "w2v/simd/target.hpp"

namespace w2v::test {
namespace {

TEST_CASE("every finite half is the same float in a dot product as in base/half, on every instruction set", "[simd]") {
  const BestTargetAgain again;
  constexpr std::size_t dim = 33;  // whole vectors and a rest, of each width
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    CAPTURE(target);
    for (const std::size_t place : {std::size_t{0}, std::size_t{17}, dim - 1}) {
      std::vector<float> query(dim);
      query[place] = 1;
      std::vector<std::uint16_t> row(dim);
      for (unsigned half = 0; half <= 0xFFFF; ++half) {
        if ((half & 0x7C00U) == 0x7C00U) continue;  // no row holds infinity or NaN
        row[place] = static_cast<std::uint16_t>(half);
        float dot = 0;
        simd::dots_float16(query.data(), row.data(), 1, dim, &dot);
        if (dot != half_to_float(row[place])) FAIL("half " << half << " at " << place << " is " << dot);
      }
    }
  }
}

TEST_CASE("dot products of reduced rows of whole numbers are exact, at any length and address", "[simd]") {
  const BestTargetAgain again;
  std::mt19937 random(1);
  constexpr std::size_t rows = 5;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    for (std::size_t dim = 1; dim < 70; ++dim) {
      std::vector<float> query(dim);
      for (float& value : query) value = static_cast<float>(static_cast<int>(random() % 9) - 4);
      // An odd shift of the bytes; what is behind the last row is no number.
      std::vector<char> halves(1 + 2 * rows * dim, '\xFF');
      std::vector<std::int8_t> bytes(rows * dim);
      std::vector<double> expected(rows);
      for (std::size_t i = 0; i < rows * dim; ++i) {
        const int value = static_cast<int>(random() % 201) - 100;
        bytes[i] = static_cast<std::int8_t>(value);
        const std::uint16_t half = float_to_half(static_cast<float>(value));
        std::memcpy(halves.data() + 1 + 2 * i, &half, sizeof half);
        expected[i / dim] += value * double{query[i % dim]};
      }
      const std::vector<float> scales{1, 0.5F, 2, 0, -4};
      std::vector<float> dots(rows + 1, -7);
      simd::dots_float16(query.data(), reinterpret_cast<const std::uint16_t*>(halves.data() + 1), rows, dim,
                         dots.data());
      for (std::size_t r = 0; r < rows; ++r) {
        CAPTURE(target, dim, r);
        REQUIRE(double{dots[r]} == expected[r]);
      }
      simd::dots_int8(query.data(), bytes.data(), scales.data(), rows, dim, dots.data());
      for (std::size_t r = 0; r < rows; ++r) {
        CAPTURE(target, dim, r);
        REQUIRE(double{dots[r]} == expected[r] * scales[r]);
      }
      REQUIRE(dots[rows] == -7);
    }
  }
}

}  // namespace
}  // namespace w2v::test
