#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "w2v/base/random.hpp"
#include "w2v/sampling/alias_table.hpp"
#include "w2v/sampling/huffman.hpp"

namespace w2v {

/// What a centre word is told apart from under negative sampling: itself with sign 1, noise words with -1. All are drawn for a
/// whole piece of text, so that the rows of the next centre are known ahead.
class NoiseTargets {
 public:
  /// `negatives`: noise words a centre. `pooled`: those of a chunk come from a pool that is drawn anew for every chunk: each is
  /// still distributed as the noise is, but their rows stay in the processor's cache, and a word that is drawn is pushed away by
  /// many centres of the chunk, not by one. CBOW takes every noise word afresh, since its vectors are worse for a pool.
  NoiseTargets(const AliasTable& noise, std::size_t negatives, bool pooled);

  static constexpr bool distinct = false;  // a noise word may be drawn twice for a centre
  static constexpr std::size_t cached = 0;  // first targets whose rows are in the cache anyhow
  static constexpr std::size_t contexts_at_once = std::numeric_limits<std::size_t>::max();  // of skip-gram
  [[nodiscard]] std::size_t most() const { return 1 + negatives_; }
  void begin_chunk(Random& random);
  void begin_piece(std::span<const std::uint32_t> words, Random& random);

  /// Calls use(row, sign) for each target of the piece's word at `place`. A noise word equal to it is left out, as in the C tool.
  template <class Use>
  void for_each(std::size_t place, Use&& use) const {
    const std::uint32_t word = words_[place];
    use(word, 1);
    for (std::size_t k = 0; k < negatives_; ++k) {
      const std::uint32_t noise = noise_[place * negatives_ + k];
      if (noise != word) use(noise, -1);
    }
  }

 private:
  const AliasTable& noise_distribution_;
  std::size_t negatives_;
  std::vector<std::uint32_t> pool_;  // empty: every noise word afresh
  std::span<const std::uint32_t> words_;
  std::vector<std::uint32_t> noise_;  // `negatives` for every word of the piece
};

/// What a centre word is told apart from under hierarchical softmax: at every inner node on the path to it, the child on the
/// path from the other one. Sign 1 for code 0.
class PathTargets {
 public:
  explicit PathTargets(const HuffmanTree& tree) : tree_(tree) {}

  static constexpr bool distinct = true;
  static constexpr std::size_t cached = 6;  // the 63 nodes nearest to the root are on most paths
  /// Skip-gram: few, for all contexts move the same nodes to the same side, and what they do together overshoots. With 1, 2, 4 and
  /// all at once, semantic analogies on 17 million words of Wikipedia came out at 42.9, 43.8, 43.0 and 41.1 %.
  static constexpr std::size_t contexts_at_once = 2;
  [[nodiscard]] std::size_t most() const { return tree_.depth(); }
  void begin_chunk(Random& /*random*/) {}
  void begin_piece(std::span<const std::uint32_t> words, Random& random);

  template <class Use>
  void for_each(std::size_t place, Use&& use) const {
    for (const HuffmanTree::Turn turn : paths_[place]) use(turn.node(), turn.code() ? -1 : 1);
  }

 private:
  const HuffmanTree& tree_;
  std::vector<std::span<const HuffmanTree::Turn>> paths_;  // to every word of the piece
};

}  // namespace w2v
