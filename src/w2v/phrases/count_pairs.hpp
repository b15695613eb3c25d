#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "w2v/base/observer.hpp"
#include "w2v/corpus/corpus.hpp"
#include "w2v/phrases/pair_table.hpp"

namespace w2v {

/// What a word may be in a phrase: rare words are in none, frequent ones begin and end it, and any other number is the
/// code of a common word, which may only stand inside.
using WordRole = std::uint8_t;
inline constexpr WordRole rare_word = 0;
inline constexpr WordRole frequent_word = 255;
inline constexpr std::size_t most_common_words = 254;

/// Common words that may stand one behind the other inside a phrase.
inline constexpr int most_words_in_gap = 3;

struct CountedPair {
  Pair pair;
  std::uint64_t count;
};

struct CountedPairs {
  std::vector<CountedPair> pairs;  ///< that were accepted, in the order of their ids
  int rounds = 0;                  ///< how often the tokens were walked, by all threads together
};

/// Counts the pairs of frequent words that stand in one sentence, side by side or with common words between them, and
/// keeps those that `accept`, which any thread may call, agrees to.
///
/// Counts are exact whatever `memory` (bytes of all tables; 128 KB a thread are taken at least) is: each thread counts
/// the pairs whose hash is in a range; where their table does not fit its share of the memory, the upper half of the
/// range is left to another round. So the result depends neither on memory nor on threads. Throws Interrupted, and
/// Error when there is no memory.
CountedPairs count_pairs(std::span<const TokenId> tokens, std::span<const WordRole> roles,
                         const std::function<bool(const CountedPair&)>& accept, std::uint64_t memory, int threads,
                         const Observer& observer);

}  // namespace w2v
