#pragma once

#include <span>

namespace w2v {

/// Rows in fewer bytes, as the formats float16 and int8 and the index hold them. Bytes are little-endian and may be at
/// any address.

/// Writes each value as a half-precision number, rounded to the nearest, the even one of two: 2 values.size() bytes.
void to_float16(std::span<const float> values, char* out);
/// The values of 2 out.size() bytes.
void from_float16(const char* bytes, std::span<float> out);

/// Writes each value as a signed byte, -127 to 127: values.size() bytes. Returns the scale, which is the largest
/// absolute value divided by 127: a byte times the scale is off by half the scale at most. Zeros have the scale 0.
float to_int8(std::span<const float> values, char* out);
/// The values of out.size() bytes: each byte times the scale.
void from_int8(const char* bytes, float scale, std::span<float> out);

}  // namespace w2v
