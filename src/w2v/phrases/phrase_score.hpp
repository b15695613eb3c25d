#pragma once

#include <cmath>
#include <cstdint>

namespace w2v {

enum class PhraseScore {
  word2phrase,  ///< of the C tool, and of Mikolov et al. 2013b, equation 6, times the number of tokens
  npmi,         ///< normalised pointwise mutual information (Bouma 2009), in [-1, 1]
};

/// What is counted of a pair; all counts are at least 1.
struct PairCounts {
  std::uint64_t pair;
  std::uint64_t first;
  std::uint64_t second;
  std::uint64_t tokens;  ///< of the whole text
};

/// How much more often two words stand together than they would by chance. `discount` is subtracted from the pair's
/// count in word2phrase's score, so that rare pairs do not score high; npmi does without.
inline double score_of(PhraseScore score, const PairCounts& counts, std::uint64_t discount) {
  const auto pair = static_cast<double>(counts.pair);
  const auto first = static_cast<double>(counts.first);
  const auto second = static_cast<double>(counts.second);
  const auto tokens = static_cast<double>(counts.tokens);
  if (score == PhraseScore::word2phrase) return (pair - static_cast<double>(discount)) / first / second * tokens;
  return std::log(pair * tokens / (first * second)) / std::log(tokens / pair);
}

/// The least score of a phrase, unless another one is asked for: the C tool's default; half of the most that can be
/// reached.
constexpr double default_threshold(PhraseScore score) {
  return score == PhraseScore::word2phrase ? 100 : 0.5;
}

}  // namespace w2v
