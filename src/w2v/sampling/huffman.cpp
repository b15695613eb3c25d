#include "w2v/sampling/huffman.hpp"

#include <algorithm>

namespace w2v {

HuffmanTree::HuffmanTree(std::span<const std::uint64_t> counts, std::span<const std::uint32_t> order) {
  // Two queues: words from the rarest on, and inner nodes, whose counts rise in the order they are made.
  const std::size_t words = counts.size();
  std::vector<std::uint64_t> inner(words - 1);
  std::vector<Branch> up(2 * words - 1);  // of words, then of inner nodes: the parent, and which child this is
  std::size_t words_left = words;
  std::size_t next_inner = 0;
  for (std::size_t node = 0; node + 1 < words; ++node) {
    for (const std::uint32_t code : {0U, 1U}) {
      const bool take_word =
          words_left > 0 && (next_inner == node || counts[order[words_left - 1]] < inner[next_inner]);
      const std::size_t child = take_word ? order[--words_left] : words + next_inner++;
      inner[node] += take_word ? counts[child] : inner[child - words];
      up[child] = {static_cast<std::uint32_t>(node) << 1 | code};
    }
  }
  begins_.reserve(words + 1);
  const std::size_t root = 2 * words - 2;
  for (std::size_t word = 0; word < words; ++word) {
    begins_.push_back(branches_.size());
    for (std::size_t child = word; child != root; child = words + up[child].node()) branches_.push_back(up[child]);
    std::reverse(branches_.begin() + static_cast<std::ptrdiff_t>(begins_.back()), branches_.end());
    depth_ = std::max(depth_, branches_.size() - begins_.back());
  }
  begins_.push_back(branches_.size());
}

}  // namespace w2v
