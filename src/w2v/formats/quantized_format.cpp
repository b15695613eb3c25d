#include "w2v/formats/quantized_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "w2v/base/half.hpp"

namespace w2v {
namespace {

/// What a row's largest absolute value is divided by to make it 127.
float scale_of(std::span<const float> values) {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(value));
  const float scale = largest / 127;
  // Rounded up, the scale of the largest floats would make infinity of 127.
  return std::isinf(127 * scale) ? std::nextafter(scale, 0.0F) : scale;
}

template <class Number>
void append_bytes(std::string& out, Number number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

}  // namespace

void Float16Rows::decode(const char* bytes, std::span<float> values) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint16_t half = 0;
    std::memcpy(&half, bytes + sizeof half * i, sizeof half);
    values[i] = half_to_float(half);
  }
}

void Int8Rows::decode(const char* bytes, std::span<float> values) const {
  float scale = 0;
  std::memcpy(&scale, bytes, sizeof scale);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = scale * static_cast<float>(static_cast<signed char>(bytes[sizeof scale + i]));
  }
}

std::optional<std::string> Float16Encoder::head(std::uint64_t rows) const {
  return fmt::format("{} {} float16\n", rows, stored_.size());
}

float Float16Encoder::largest_value() const {
  return largest_half;
}

void Float16Encoder::append(std::string_view word, std::span<const float> values, EncodedRows& out) {
  out.rows += word;
  out.rows += ' ';
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint16_t half = float_to_half(values[i]);
    append_bytes(out.rows, half);
    stored_[i] = half_to_float(half);
  }
  out.rows += '\n';
  meter_.add(values, stored_);
}

std::optional<std::string> Int8Encoder::head(std::uint64_t rows) const {
  return fmt::format("{} {} int8\n", rows, stored_.size());
}

void Int8Encoder::append(std::string_view word, std::span<const float> values, EncodedRows& out) {
  const float scale = scale_of(values);
  out.rows += word;
  out.rows += ' ';
  append_bytes(out.rows, scale);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float steps = scale > 0 ? std::clamp(std::nearbyint(values[i] / scale), -127.0F, 127.0F) : 0.0F;
    append_bytes(out.rows, static_cast<signed char>(steps));
    stored_[i] = scale * steps;
  }
  out.rows += '\n';
  meter_.add(values, stored_);
}

}  // namespace w2v
