#pragma once

#include <cstddef>
#include <cstdint>

namespace w2v::simd {

/// Dot products of a query with `count` rows of `dim` half-precision or 8-bit numbers that lie one behind the
/// other, at any address; of 8-bit rows, times the row's scale. Reads nothing behind the last row.
void dots_float16(const float* query, const std::uint16_t* rows, std::size_t count, std::size_t dim, float* dots);
void dots_int8(const float* query, const std::int8_t* rows, const float* scales, std::size_t count, std::size_t dim,
               float* dots);

}  // namespace w2v::simd
