#include "w2v/query/similarity.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace w2v {
namespace {

double dot(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += double{a[i]} * b[i];
  return sum;
}

}  // namespace

float similarity(std::span<const float> a, std::span<const float> b) {
  const double lengths = std::sqrt(dot(a, a)) * std::sqrt(dot(b, b));
  if (lengths == 0) return 0;
  return static_cast<float>(std::clamp(dot(a, b) / lengths, -1.0, 1.0));
}

std::vector<float> unit(std::span<const float> row) {
  const double length = std::sqrt(dot(row, row));
  std::vector<float> scaled(row.begin(), row.end());
  if (length == 0) return scaled;
  for (float& value : scaled) value = static_cast<float>(value / length);
  return scaled;
}

}  // namespace w2v
