#include "w2v/phrases/joiner.hpp"

#include <algorithm>

namespace w2v {

Joiner::Joiner(std::span<const JoinedPair> phrases, std::span<const WordRole> roles)
    : phrases_(phrases), roles_(roles), ends_of_phrases_(roles.size()) {
  numbers_.reserve(phrases.size());
  for (std::uint32_t i = 0; i < phrases.size(); ++i) {
    const Pair& pair = phrases[i].pair;
    numbers_.emplace(pair, i);
    ends_of_phrases_[pair.first] |= 1;
    ends_of_phrases_[pair.second] |= 2;
  }
}

std::vector<std::size_t> Joiner::cuts(std::span<const TokenId> tokens, std::size_t piece_tokens) const {
  std::vector<std::size_t> cuts{0};
  while (cuts.back() < tokens.size()) {
    std::size_t cut = std::min(cuts.back() + piece_tokens, tokens.size());
    while (cut < tokens.size()) {
      const std::uint32_t before = tokens[cut - 1] & word_bits;
      if ((tokens[cut - 1] & sentence_end_bit) != 0 || !(may_begin(before) || is_common(before))) break;
      ++cut;
    }
    cuts.push_back(cut);
  }
  return cuts;
}

std::size_t Joiner::join(std::span<TokenId> piece, std::span<std::uint64_t> times) const {
  std::size_t out = 0;
  for (std::size_t i = 0; i < piece.size();) {
    const TokenId token = piece[i];
    const std::uint32_t first = token & word_bits;
    if (may_begin(first) && (token & sentence_end_bit) == 0) {
      std::size_t j = i + 1;
      std::uint32_t gap = 0;
      for (int n = 0; n < most_words_in_gap && j < piece.size() && (piece[j] & sentence_end_bit) == 0; ++n, ++j) {
        if (!is_common(piece[j])) break;
        gap = gap << 8 | roles_[piece[j]];
      }
      const std::uint32_t second = j < piece.size() ? piece[j] & word_bits : first;
      if (j < piece.size() && may_end(second)) {
        if (const auto found = numbers_.find({first, second, gap}); found != numbers_.end()) {
          ++times[found->second];
          piece[out++] = phrases_[found->second].word | (piece[j] & sentence_end_bit);
          i = j + 1;
          continue;
        }
      }
    }
    piece[out++] = token;
    ++i;
  }
  return out;
}

}  // namespace w2v
