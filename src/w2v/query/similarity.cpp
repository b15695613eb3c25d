#include "w2v/query/similarity.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "w2v/base/unit.hpp"

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

bool is_zero(std::span<const float> row) {
  return std::ranges::all_of(row, [](float value) { return value == 0; });
}

std::vector<float> unit(std::span<const float> row) {
  std::vector<float> scaled(row.size());
  scale_to_unit(row, scaled.data());
  return scaled;
}

std::vector<float> unit(std::span<const double> row) {
  std::vector<float> scaled(row.size());
  scale_to_unit(row, scaled.data());
  return scaled;
}

}  // namespace w2v
