#pragma once

#include <bit>
#include <cstdint>

namespace w2v {

/// The largest finite half-precision number.
inline constexpr float largest_half = 65504;

/// A half-precision number (IEEE 754 binary16) from its bits; every half is a float.
inline float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
  const std::uint32_t magnitude = half & 0x7FFFU;
  if (magnitude >= 0x7C00U) return std::bit_cast<float>(sign | 0x7F800000U | (magnitude & 0x3FFU) << 13);
  // Taken as the bits of a float, exponent and fraction are a number 2^112 times too small, also below the normal
  // halves.
  const float value = std::bit_cast<float>(magnitude << 13) * 0x1p112F;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | sign);
}

/// The bits of the half nearest to a float, the even one of two equally near; infinity from 65520 on.
inline std::uint16_t float_to_half(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits & 0x80000000U) >> 16);
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) return sign | 0x7E00U;   // NaN
  if (magnitude >= 0x477FF000U) return sign | 0x7C00U;  // 65520 and more
  if (magnitude < 0x38800000U) {  // below 2^-14, subnormal: adding 0.5 lets the adder round to a multiple of 2^-24
    const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000U));
  }
  const std::uint32_t rounded = magnitude + 0xFFFU + (magnitude >> 13 & 1U);
  return static_cast<std::uint16_t>(sign | (rounded - 0x38000000U) >> 13);
}

}  // namespace w2v
