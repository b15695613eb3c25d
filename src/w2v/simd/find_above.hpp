#pragma once

#include <cstddef>
#include <cstdint>

namespace w2v::simd {

/// The places i, in ascending order, where values[i] * scales[i] >= threshold; NaN is not. Returns how many it found.
/// `count`: floats of `values` and `scales`, a multiple of 64. `found` has room for as many places.
std::size_t find_above(const float* values, const float* scales, std::size_t count, float threshold,
                       std::uint32_t* found);

}  // namespace w2v::simd
