#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace w2v::simd {

/// Dot products of one row with many, and the squared length of each of the many.
/// `rows`: `count` rows of `dim` floats, `stride` floats apart, of any alignment. `dots`, `squared_norms`: `count`
/// results each. Reads nothing behind a row's first `dim` values.
void score_rows(const float* query, const float* rows, std::size_t count, std::size_t stride, std::size_t dim,
                float* dots, float* squared_norms);

}  // namespace w2v::simd
