#pragma once

#include <cstddef>
#include <span>

namespace w2v::simd {

/// Dot products of one row with many, and the squared length of each of the many.
/// `rows`: where the rows of `dim` floats are, at any address, aligned or not. `dots`, `squared_norms`: rows.size()
/// results each. Reads nothing behind a row's first `dim` values.
void score_rows(const float* query, std::span<const float* const> rows, std::size_t dim, float* dots,
                float* squared_norms);

/// Dot product of two rows of `dim` floats, at any address, aligned or not.
float dot(const float* a, const float* b, std::size_t dim);

}  // namespace w2v::simd
