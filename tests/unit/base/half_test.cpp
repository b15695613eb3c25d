#include "w2v/base/half.hpp"

#include <cmath>
#include <limits>

#include "../catch.hpp"

namespace w2v::test {
namespace {

/// By the definition of binary16: sign, 5 bits of exponent with bias 15, 10 bits of fraction. Exact in double.
double value_of(unsigned half) {
  const unsigned exponent = half >> 10 & 31;
  const double fraction = half & 1023;
  const double magnitude = exponent == 0    ? std::ldexp(fraction, -24)
                           : exponent == 31 ? (fraction == 0 ? std::numeric_limits<double>::infinity() : std::nan(""))
                                            : std::ldexp(1024 + fraction, static_cast<int>(exponent) - 25);
  return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST_CASE("every half becomes the float that it is, and back", "[base]") {
  for (unsigned half = 0; half <= 0xFFFF; ++half) {
    const double expected = value_of(half);
    const float value = half_to_float(static_cast<std::uint16_t>(half));
    if (std::isnan(expected)) {
      if (!std::isnan(value) || (float_to_half(value) & 0x7FFF) <= 0x7C00) FAIL(half);
      continue;
    }
    if (value != expected || std::signbit(value) != std::signbit(expected) || float_to_half(value) != half) FAIL(half);
  }
}

TEST_CASE("floats between two halves go to the nearer one, from the middle to the even one", "[base]") {
  for (unsigned low = 0; low < 0x7C00; ++low) {
    const unsigned high = low + 1;  // of 65504, infinity; the middle is 65520
    const double top = high == 0x7C00 ? 65536 : value_of(high);
    const auto middle = static_cast<float>((value_of(low) + top) / 2);  // exact: one bit more than a half
    const unsigned even = (low & 1) == 0 ? low : high;
    const float infinity = std::numeric_limits<float>::infinity();
    for (const unsigned sign : {0U, 0x8000U}) {
      const float direction = sign == 0 ? 1.0F : -1.0F;
      if (float_to_half(direction * middle) != (sign | even)) FAIL(low);
      if (float_to_half(direction * std::nextafter(middle, 0.0F)) != (sign | low)) FAIL(low);
      if (float_to_half(direction * std::nextafter(middle, infinity)) != (sign | high)) FAIL(low);
    }
  }
  REQUIRE(float_to_half(1e30F) == 0x7C00);
  REQUIRE(float_to_half(-1e-30F) == 0x8000);
}

}  // namespace
}  // namespace w2v::test
