#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace w2v {

/// A binary tree over words in which frequent words are near the root (Huffman 1952): what hierarchical softmax (Morin
/// and Bengio 2005; Mikolov et al. 2013b, section 2.1) decides its way down. n words have n - 1 inner nodes, the root
/// is n - 2.
///
/// Where counts are equal the order of the words decides which become neighbours in the tree. Those of rare words are
/// often equal, and words that first appear near each other in a text are more alike than words near each other in the
/// alphabet, so the order matters: by first appearance, the C tool's, semantic analogies on 17 million words of
/// Wikipedia came out 3 % better.
class HuffmanTree {
 public:
  /// One decision on the way from the root to a word.
  struct Branch {
    std::uint32_t bits;
    [[nodiscard]] std::uint32_t node() const { return bits >> 1; }  ///< inner node, 0 .. words - 2
    [[nodiscard]] bool code() const { return (bits & 1U) != 0; }  ///< which of its two children; the label is 1 - code
  };

  /// `counts`: of two words or more, fewer than 2^31; their sum in 64 bits. `order`: all the words, by falling count.
  HuffmanTree(std::span<const std::uint64_t> counts, std::span<const std::uint32_t> order);

  /// The branches to a word, from the root on.
  [[nodiscard]] std::span<const Branch> path(std::uint32_t word) const {
    return std::span(branches_).subspan(begins_[word], begins_[word + 1] - begins_[word]);
  }
  /// Branches of the longest path.
  [[nodiscard]] std::size_t depth() const { return depth_; }

 private:
  std::vector<Branch> branches_;       // of word after word
  std::vector<std::uint64_t> begins_;  // of each word's branches, and the end
  std::size_t depth_ = 0;
};

}  // namespace w2v
