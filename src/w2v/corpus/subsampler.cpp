#include "w2v/corpus/subsampler.hpp"

#include <algorithm>
#include <cmath>

namespace w2v {

double Subsampler::keep_probability(double share, double threshold, SubsampleFormula formula) {
  if (threshold <= 0) return 1;
  const double ratio = threshold / share;
  const double wish = formula == SubsampleFormula::paper ? std::sqrt(ratio) : std::sqrt(ratio) + ratio;
  return std::min(1.0, wish);
}

Subsampler::Subsampler(const Vocabulary& vocabulary, double threshold, SubsampleFormula formula) {
  limits_.reserve(vocabulary.size());
  for (const std::uint64_t count : vocabulary.counts()) {
    const double share = static_cast<double>(count) / static_cast<double>(vocabulary.total());
    const double keep = keep_probability(share, threshold, formula);
    limits_.push_back(static_cast<std::uint32_t>(std::max(1.0, std::round(keep * 0x1p32)) - 1));
    expected_tokens_ += keep * static_cast<double>(count);
  }
}

}  // namespace w2v
