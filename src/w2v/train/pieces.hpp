#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "w2v/base/random.hpp"
#include "w2v/corpus/corpus.hpp"
#include "w2v/train/shared_state.hpp"

namespace w2v {

/// Calls use(words, rate) for each piece of a chunk: what subsampling keeps of a sentence, or of a part of
/// one. `piece`: memory for it, max_sentence words.
template <class Real, class Use>
void for_each_piece(const SharedState<Real>& shared, std::uint64_t epoch, std::size_t chunk, Random& random,
                    std::span<std::uint32_t> piece, Use&& use) {
  static_assert(TrainConfig::most_max_sentence <= TokenStream::chunk_tokens);
  constexpr std::uint64_t every_epoch =
      std::numeric_limits<std::uint64_t>::max() - 1;  // one that no text is read in
  Random same_in_every_epoch(shared.config.seed, every_epoch, chunk);
  Random& keeping = shared.config.subsample_once ? same_in_every_epoch : random;
  const std::span<const TokenId> tokens = shared.tokens.chunk(chunk);
  const auto stream_size = static_cast<double>(shared.stream_size());
  const auto epochs = static_cast<double>(shared.config.epochs);
  std::size_t length = 0;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    bits = i % 2 == 0 ? keeping.next() : bits >> 32;  // 32 for every token
    const std::uint32_t word = tokens[i] & word_bits;
    piece[length] = word;
    length += shared.subsampler.keeps(word, static_cast<std::uint32_t>(bits)) ? 1 : 0;
    if ((tokens[i] & sentence_end_bit) != 0 || length == piece.size() || i + 1 == tokens.size()) {
      const double place = static_cast<double>(shared.tokens.chunk_begin(chunk) + i) / stream_size;
      use(piece.first(length), shared.schedule.rate((static_cast<double>(epoch) + place) / epochs));
      length = 0;
    }
  }
}

/// Draws how far the window of each centre of a piece reaches.
inline void draw_windows(const TrainConfig& config, Random& random, std::span<std::uint32_t> windows) {
  const auto window = static_cast<std::uint64_t>(config.window);
  for (std::uint32_t& reach : windows) {
    reach = static_cast<std::uint32_t>(config.fixed_window ? window : 1 + random.below(window));
  }
}

/// The places of a piece that are in the window of a centre, and the centre: begin .. end - 1.
struct Window {
  std::size_t begin;
  std::size_t end;
};
inline Window window_at(std::size_t centre, std::uint32_t reach, std::size_t length) {
  return {centre - std::min<std::size_t>(centre, reach), std::min(length, centre + reach + 1)};
}

}  // namespace w2v
