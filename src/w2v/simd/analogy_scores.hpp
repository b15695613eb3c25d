#pragma once

#include <cstddef>

namespace w2v::simd {

/// What a block of rows has to offer to an analogy.
struct BestAnalogyScore {
  float add;  ///< the largest b - a + c
  float mul;  ///< the largest (1 + b) (1 + c) - weight (1 + a)
};

/// The best of a block of rows, from their cosines with the words a, b and c: `count` each, a multiple of 64,
/// 64-byte aligned.
BestAnalogyScore best_analogy_score(const float* a, const float* b, const float* c, float weight, std::size_t count);

/// values[i] *= factors[i]: `count` each, a multiple of 64, 64-byte aligned.
void multiply(float* values, const float* factors, std::size_t count);

}  // namespace w2v::simd
