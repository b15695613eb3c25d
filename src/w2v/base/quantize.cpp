#include "w2v/base/quantize.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "w2v/base/half.hpp"

namespace w2v {
namespace {

float scale_of(std::span<const float> values) {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(value));
  const float scale = largest / 127;
  // Rounded up, the scale of the largest floats would make infinity of 127.
  return std::isinf(127 * scale) ? std::nextafter(scale, 0.0F) : scale;
}

}  // namespace

void to_float16(std::span<const float> values, char* out) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint16_t half = float_to_half(values[i]);
    std::memcpy(out + sizeof half * i, &half, sizeof half);
  }
}

void from_float16(const char* bytes, std::span<float> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::uint16_t half = 0;
    std::memcpy(&half, bytes + sizeof half * i, sizeof half);
    out[i] = half_to_float(half);
  }
}

float to_int8(std::span<const float> values, char* out) {
  const float scale = scale_of(values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float steps = scale > 0 ? std::clamp(std::nearbyint(values[i] / scale), -127.0F, 127.0F) : 0.0F;
    out[i] = static_cast<char>(static_cast<signed char>(steps));
  }
  return scale;
}

void from_int8(const char* bytes, float scale, std::span<float> out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = scale * static_cast<float>(static_cast<signed char>(bytes[i]));
}

}  // namespace w2v
