#include "w2v/sampling/noise.hpp"

#include <cmath>
#include <vector>

namespace w2v {

AliasTable noise_distribution(const Vocabulary& vocabulary, double power) {
  std::vector<double> weights;
  weights.reserve(vocabulary.size());
  for (const std::uint64_t count : vocabulary.counts()) {
    weights.push_back(std::pow(static_cast<double>(count) / static_cast<double>(vocabulary.total()), power));
  }
  return AliasTable(weights);
}

}  // namespace w2v
