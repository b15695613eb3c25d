#pragma once

#include <cstdint>
#include <vector>

#include "w2v/corpus/vocabulary.hpp"

namespace w2v {

/// How likely a token of share f stays, for threshold t.
enum class SubsampleFormula {
  paper,     ///< sqrt(t/f): Mikolov et al. 2013b, eq. 5
  word2vec,  ///< sqrt(t/f) + t/f: the C tool
};

/// Drops tokens of frequent words by chance, so that the rare ones come closer together and count for more.
class Subsampler {
 public:
  /// threshold 0: every token stays. Shares are those among the vocabulary's counts.
  Subsampler(const Vocabulary& vocabulary, double threshold, SubsampleFormula formula);

  /// True if the token stays, given 32 uniform random bits.
  [[nodiscard]] bool keeps(std::uint32_t word, std::uint32_t random) const { return random <= limits_[word]; }

  /// The probability that a token of this word stays.
  [[nodiscard]] static double keep_probability(double share, double threshold, SubsampleFormula formula);

  /// Tokens that are expected to stay of a text with the vocabulary's counts.
  [[nodiscard]] double expected_tokens() const { return expected_tokens_; }

 private:
  std::vector<std::uint32_t> limits_;  // a token stays for random numbers up to this
  double expected_tokens_ = 0;
};

}  // namespace w2v
