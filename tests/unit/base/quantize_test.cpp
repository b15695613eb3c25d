#include "w2v/base/quantize.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../catch.hpp"
#include "w2v/base/half.hpp"

namespace w2v::test {
namespace {

std::vector<float> random_row(std::size_t dim, float size, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, size);
  std::vector<float> row(dim);
  for (float& value : row) value = normal(random);
  return row;
}

/// A place for `size` bytes at an odd address, and a byte behind them that must stay.
struct Bytes {
  explicit Bytes(std::size_t size) : all(size + 2, '#') {}
  char* begin() { return all.data() + 1; }
  [[nodiscard]] bool kept_to_size() const { return all.front() == '#' && all.back() == '#'; }
  std::string all;
};

TEST_CASE("a row in half precision is its values rounded one by one, at any address", "[base]") {
  for (const std::size_t dim : {0, 1, 7, 300}) {
    const std::vector<float> row = random_row(dim, 3, 1);
    Bytes bytes(2 * dim);
    to_float16(row, bytes.begin());
    REQUIRE(bytes.kept_to_size());
    std::vector<float> back(dim);
    from_float16(bytes.begin(), back);
    for (std::size_t i = 0; i < dim; ++i) {
      const std::uint16_t half = float_to_half(row[i]);
      REQUIRE(static_cast<unsigned char>(bytes.begin()[2 * i]) == (half & 0xFF));
      REQUIRE(static_cast<unsigned char>(bytes.begin()[2 * i + 1]) == half >> 8);
      REQUIRE(back[i] == half_to_float(half));
    }
  }
}

TEST_CASE("a row in signed bytes is off by half its scale at most", "[base]") {
  for (const float size : {1e-40F, 1e-3F, 1.0F, 1e30F}) {
    for (const std::size_t dim : {1, 7, 300}) {
      const std::vector<float> row = random_row(dim, size, static_cast<unsigned>(dim));
      Bytes bytes(dim);
      const float scale = to_int8(row, bytes.begin());
      REQUIRE(bytes.kept_to_size());
      float largest = 0;
      for (const float value : row) largest = std::max(largest, std::abs(value));
      REQUIRE(scale == largest / 127);
      std::vector<float> back(dim);
      from_int8(bytes.begin(), scale, back);
      for (std::size_t i = 0; i < dim; ++i) {
        const int steps = static_cast<signed char>(bytes.begin()[i]);
        CAPTURE(size, dim, i, steps);
        REQUIRE(std::abs(steps) <= 127);
        REQUIRE(back[i] == scale * static_cast<float>(steps));
        REQUIRE(std::abs(double{row[i]} - back[i]) <= 0.500001 * scale + double{largest} * 1e-6);
      }
    }
  }
}

TEST_CASE("bytes of int8: ties go to even numbers, the largest is 127, zeros have no scale", "[base]") {
  const std::vector<float> row{127, -127, 0.5F, 1.5F, -2.5F, 0.49F, -0.0F};
  std::vector<char> bytes(row.size());
  REQUIRE(to_int8(row, bytes.data()) == 1);
  REQUIRE(bytes == std::vector<char>{127, -127, 0, 2, -2, 0, 0});
  const std::vector<float> none(3);
  REQUIRE(to_int8(none, bytes.data()) == 0);
  REQUIRE(std::all_of(bytes.begin(), bytes.begin() + 3, [](char byte) { return byte == 0; }));
  const std::vector<float> largest{std::numeric_limits<float>::max(), -std::numeric_limits<float>::max()};
  const float scale = to_int8(largest, bytes.data());
  REQUIRE(std::isfinite(127 * scale));
  REQUIRE(bytes[0] == 127);
  REQUIRE(bytes[1] == -127);
}

}  // namespace
}  // namespace w2v::test
