#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace w2v::simd {

/// The values as IEEE half-precision numbers, values.size() of them; and back.
void to_float16(std::span<const float> values, std::uint16_t* out);
void from_float16(const std::uint16_t* values, std::span<float> out);

/// The values as whole numbers -127 .. 127; returns what to multiply them with, the largest value / 127.
float to_int8(std::span<const float> values, std::int8_t* out);

/// Dot products of a query with `count` rows of `dim` half-precision or 8-bit numbers that lie one behind the
/// other, at any address; of 8-bit rows, times the row's scale. Reads nothing behind the last row.
void dots_float16(const float* query, const std::uint16_t* rows, std::size_t count, std::size_t dim, float* dots);
void dots_int8(const float* query, const std::int8_t* rows, const float* scales, std::size_t count, std::size_t dim,
               float* dots);

}  // namespace w2v::simd
