#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "w2v/base/random.hpp"
#include "w2v/sampling/alias_table.hpp"
#include "w2v/sampling/huffman.hpp"

namespace w2v {

/// What becomes of a noise word that is the word that is right.
enum class RightAsNoise {
  drop,    ///< it is left out: the C tool
  redraw,  ///< another one is drawn: fastText. A word that is drawn again and again is left out.
};

/// What a hidden vector is told apart from under negative sampling: the word that is right with sign 1, noise words
/// with -1. A few contexts of skip-gram share the noise words that are drawn for them; CBOW has one draw for a centre.
class NoiseTargets {
 public:
  /// `negatives`: noise words of a draw. `pool`: 0: each of them is drawn afresh. Otherwise those of a chunk come from
  /// a pool of so many words, a power of two, which is drawn anew for every chunk. Each noise word is still distributed
  /// as the noise is, but their rows stay in the processor's cache, and many centres of a chunk push the same words
  /// away.
  NoiseTargets(const AliasTable& noise, std::size_t negatives, std::size_t pool,
               RightAsNoise right = RightAsNoise::drop);

  static constexpr bool distinct = false;   // a noise word may be drawn twice
  static constexpr std::size_t cached = 0;  // first targets whose rows are in the cache anyhow
  [[nodiscard]] std::size_t most() const { return 1 + negatives_; }
  /// Contexts of skip-gram that share a draw. The more, the noisier become the output rows of rare words. Chosen, as
  /// the next, by docs/QUALITY.md.
  static std::size_t contexts_a_draw(std::size_t window) { return window <= 5 ? 2 * window : 8; }
  /// Of these, contexts that move the output rows in one step. All start from the rows before the step, so the more
  /// there are, the further their sum overshoots: without a bound, windows of 100 and more diverge. So do 1,000
  /// negatives, among which an output row is drawn many times.
  [[nodiscard]] std::size_t contexts_at_once(std::size_t window) const {
    return window <= 5 && negatives_ <= 100 ? 2 * window : 2;
  }
  void begin_chunk(Random& random);
  void begin_piece(std::span<const std::uint32_t> words) { words_ = words; }

  /// Draws noise words for the piece's word at `place`, and calls use(row, sign) for each target.
  template <class Use>
  void for_each(std::size_t place, Random& random, Use&& use) {
    if (drawn_ == noise_.size()) draw(random);
    const std::uint32_t word = words_[place];
    const std::span<const std::uint32_t> drawn(noise_.data() + drawn_, negatives_);
    drawn_ += negatives_;
    use(word, 1);
    for (std::uint32_t noise : drawn) {
      if (noise == word) noise = instead_of(word, random);
      if (noise != word) use(noise, -1);
    }
  }

 private:
  void draw(Random& random);
  std::uint32_t instead_of(std::uint32_t word, Random& random) const;

  const AliasTable& noise_distribution_;
  std::size_t negatives_;
  RightAsNoise right_;
  std::vector<std::uint32_t> pool_;  // empty: every noise word afresh
  std::span<const std::uint32_t> words_;
  std::vector<std::uint32_t> noise_;  // of some draws, made together, which hides the latency of memory
  std::size_t drawn_;                 // how many of them are used up
};

/// What a centre word is told apart from under hierarchical softmax: at every inner node on the path to it, the child
/// on the path from the other one. Sign 1 for code 0.
class PathTargets {
 public:
  explicit PathTargets(const HuffmanTree& tree) : tree_(tree) {}

  static constexpr bool distinct = true;
  static constexpr std::size_t cached = 6;  // the 63 nodes nearest to the root are on most paths
  /// Skip-gram: few, for all contexts move the same nodes to the same side, and what they do together overshoots. With
  /// 1, 2, 4 and all at once, semantic analogies on 17 million words of Wikipedia came out at 42.9, 43.8, 43.0 and 41.1
  /// %.
  [[nodiscard]] static std::size_t contexts_at_once(std::size_t /*window*/) { return 2; }
  static std::size_t contexts_a_draw(std::size_t window) { return 2 * window; }  // nothing is drawn
  [[nodiscard]] std::size_t most() const { return tree_.depth(); }
  void begin_chunk(Random& /*random*/) {}
  void begin_piece(std::span<const std::uint32_t> words);

  template <class Use>
  void for_each(std::size_t place, Random& /*random*/, Use&& use) const {
    for (const HuffmanTree::Branch branch : paths_[place]) use(branch.node(), branch.code() ? -1 : 1);
  }

 private:
  const HuffmanTree& tree_;
  std::vector<std::span<const HuffmanTree::Branch>> paths_;  // to every word of the piece
};

}  // namespace w2v
