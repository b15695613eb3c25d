#include "w2v/sampling/alias_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace w2v {

AliasTable::AliasTable(std::span<const double> weights) : buckets_(weights.size()) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> fill(weights.size());  // in buckets
  std::vector<std::uint32_t> small;
  std::vector<std::uint32_t> large;
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    fill[i] = weights[i] / sum * static_cast<double>(weights.size());
    (fill[i] < 1 ? small : large).push_back(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t giver = large.back();
    const std::uint32_t taker = small.back();
    small.pop_back();
    const double places = std::clamp(std::round(fill[taker] * 0x1p32), 1.0, 0x1p32);
    buckets_[taker] = {static_cast<std::uint32_t>(places - 1), giver};
    fill[giver] -= 1 - fill[taker];
    if (fill[giver] < 1) {
      large.pop_back();
      small.push_back(giver);
    }
  }
  for (const std::uint32_t i : large) buckets_[i] = {0xFFFFFFFF, i};
  for (const std::uint32_t i : small) buckets_[i] = {0xFFFFFFFF, i};  // full but for rounding
}

}  // namespace w2v
