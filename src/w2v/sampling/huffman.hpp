#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace w2v {

/// A binary tree over words in which frequent words are near the root (Huffman 1952): what hierarchical softmax (Morin and
/// Bengio 2005; Mikolov et al. 2013b, section 2.1) decides its way down. n words have n - 1 inner nodes, the root is n - 2.
/// Of equal counts the inner node made first and then the word that stands last is nearer to the leaves, as in the C tool.
class HuffmanTree {
 public:
  /// One decision on the way from the root to a word.
  struct Turn {
    std::uint32_t bits;
    [[nodiscard]] std::uint32_t node() const { return bits >> 1; }  ///< inner node, 0 .. words - 2
    [[nodiscard]] bool code() const { return (bits & 1U) != 0; }    ///< which of its two children; the label is 1 - code
  };

  /// `counts`: of two words or more, fewer than 2^31, falling; their sum in 64 bits.
  explicit HuffmanTree(std::span<const std::uint64_t> counts);

  /// The turns to a word, from the root on.
  [[nodiscard]] std::span<const Turn> path(std::uint32_t word) const {
    return std::span(turns_).subspan(begins_[word], begins_[word + 1] - begins_[word]);
  }
  /// Turns of the longest path.
  [[nodiscard]] std::size_t depth() const { return depth_; }

 private:
  std::vector<Turn> turns_;           // of word after word
  std::vector<std::uint64_t> begins_;  // of each word's turns, and the end
  std::size_t depth_ = 0;
};

}  // namespace w2v
