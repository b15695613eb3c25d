#pragma once

#include <tsl/robin_set.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "w2v/base/word_list.hpp"

namespace w2v {

/// Positions of different words, found by hash. Of a word the table holds its position alone:
/// `words[position]` gives the word, from an object that must stay at its address and outlive the table.
template <class Words>
class WordPositions {
 public:
  explicit WordPositions(const Words* words) : positions_(0, Hash{words}, Equal{words}) {
    positions_.max_load_factor(0.75F);  // half the default's memory for 3 M words
  }
  void reserve(std::size_t words) { positions_.reserve(words); }

  /// Takes in the word at `position`; false, and nothing changes, if an equal one is there.
  bool add(std::uint32_t position) { return positions_.insert(position).second; }

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const {
    const auto found = positions_.find(word);
    if (found == positions_.end()) return std::nullopt;
    return *found;
  }
  [[nodiscard]] bool contains(std::string_view word) const { return positions_.find(word) != positions_.end(); }

 private:
  struct Hash {
    using is_transparent = void;
    const Words* words;
    std::size_t operator()(std::string_view word) const { return WordHash()(word); }
    std::size_t operator()(std::uint32_t position) const { return WordHash()((*words)[position]); }
  };
  struct Equal {
    using is_transparent = void;
    const Words* words;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return (*words)[a] == (*words)[b]; }
    bool operator()(std::uint32_t a, std::string_view b) const { return (*words)[a] == b; }
    bool operator()(std::string_view a, std::uint32_t b) const { return a == (*words)[b]; }
  };
  // Hashes are stored: growing the table then reads no word again.
  tsl::robin_set<std::uint32_t, Hash, Equal, std::allocator<std::uint32_t>, true> positions_;
};

}  // namespace w2v
