#include "w2v/query/similarity.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace w2v {

double cosine(std::span<const float> a, std::span<const float> b) {
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {  // three sums that do not wait for each other
    ab += double{a[i]} * b[i];
    aa += double{a[i]} * a[i];
    bb += double{b[i]} * b[i];
  }
  const double lengths = std::sqrt(aa) * std::sqrt(bb);
  return lengths == 0 ? 0 : std::clamp(ab / lengths, -1.0, 1.0);
}

float similarity(std::span<const float> a, std::span<const float> b) {
  return static_cast<float>(cosine(a, b));
}

std::vector<float> unit(std::span<const float> row) {
  double squares = 0;
  for (const float value : row) squares += double{value} * value;
  const double length = std::sqrt(squares);
  std::vector<float> scaled(row.begin(), row.end());
  if (length == 0) return scaled;
  for (float& value : scaled) value = static_cast<float>(value / length);
  return scaled;
}

}  // namespace w2v
