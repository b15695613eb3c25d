#include "w2v/formats/quantized_format.hpp"

#include <fmt/format.h>

#include <cstring>

#include "w2v/base/half.hpp"
#include "w2v/base/quantize.hpp"

namespace w2v {

void Float16Rows::decode(const char* bytes, std::span<float> values) const {
  from_float16(bytes, values);
}

void Int8Rows::decode(const char* bytes, std::span<float> values) const {
  float scale = 0;
  std::memcpy(&scale, bytes, sizeof scale);
  from_int8(bytes + sizeof scale, scale, values);
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
  const std::size_t begin = out.rows.size();
  out.rows.resize(begin + sizeof(std::uint16_t) * values.size());
  to_float16(values, out.rows.data() + begin);
  from_float16(out.rows.data() + begin, stored_);
  out.rows += '\n';
  meter_.add(values, stored_);
}

std::optional<std::string> Int8Encoder::head(std::uint64_t rows) const {
  return fmt::format("{} {} int8\n", rows, stored_.size());
}

void Int8Encoder::append(std::string_view word, std::span<const float> values, EncodedRows& out) {
  out.rows += word;
  out.rows += ' ';
  const std::size_t begin = out.rows.size();
  out.rows.resize(begin + sizeof(float) + values.size());
  char* const bytes = out.rows.data() + begin + sizeof(float);
  const float scale = to_int8(values, bytes);
  std::memcpy(bytes - sizeof scale, &scale, sizeof scale);
  from_int8(bytes, scale, stored_);
  out.rows += '\n';
  meter_.add(values, stored_);
}

}  // namespace w2v
