#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace w2v {

/// Scales values to length 1, computed in double, into `out`, which may be where they are; false, and `out`
/// is zeros, if they are all zeros.
template <class Real>
bool scale_to_unit(std::span<const Real> values, float* out) {
  double squares = 0;
  for (const Real value : values) squares += double{value} * value;
  const double length = std::sqrt(squares);
  for (std::size_t i = 0; i < values.size(); ++i) {
    out[i] = length > 0 ? static_cast<float>(values[i] / length) : 0.0F;
  }
  return length > 0;
}

}  // namespace w2v
