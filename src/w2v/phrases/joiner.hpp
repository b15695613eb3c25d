#pragma once

#include <tsl/robin_map.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "w2v/corpus/corpus.hpp"
#include "w2v/phrases/count_pairs.hpp"

namespace w2v {

/// A pair that is a phrase, and the id of the word that it becomes.
struct JoinedPair {
  Pair pair;
  std::uint32_t word;
};

/// Replaces phrases by single tokens, in place.
class Joiner {
 public:
  /// `roles` of all words that the tokens are, which it must outlive; the words that phrases become need none.
  Joiner(std::span<const JoinedPair> phrases, std::span<const WordRole> roles);

  /// The places where a text may be cut, with about `piece_tokens` between them, from 0 to the end: no phrase reaches
  /// over a cut, so pieces can be joined side by side. They depend on the text alone.
  [[nodiscard]] std::vector<std::size_t> cuts(std::span<const TokenId> tokens, std::size_t piece_tokens) const;

  /// Joins what is in a piece and closes it up; returns the number of tokens left. Adds to `times`, one number a
  /// phrase, how often each was joined.
  std::size_t join(std::span<TokenId> piece, std::span<std::uint64_t> times) const;

 private:
  struct Hash {
    std::size_t operator()(const Pair& pair) const { return pair.hash(); }
  };

  [[nodiscard]] bool may_begin(std::uint32_t word) const { return (ends_of_phrases_[word] & 1) != 0; }
  [[nodiscard]] bool may_end(std::uint32_t word) const { return (ends_of_phrases_[word] & 2) != 0; }
  [[nodiscard]] bool is_common(std::uint32_t word) const {
    return roles_[word] != rare_word && roles_[word] != frequent_word;
  }

  std::span<const JoinedPair> phrases_;
  std::span<const WordRole> roles_;
  std::vector<std::uint8_t> ends_of_phrases_;  // of each word: 1 if it begins a phrase, 2 if it ends one, 3 both
  tsl::robin_map<Pair, std::uint32_t, Hash> numbers_;
};

}  // namespace w2v
