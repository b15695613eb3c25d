#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "w2v/base/word_list.hpp"
#include "w2v/vectors/word_positions.hpp"

namespace w2v {

/// Different words by position, found by hash. It grows word by word: the table that refuses the second of
/// two equal words while a file is read is the one that finds words afterwards. Movable; views of words stay
/// valid while no word is added.
class WordSet {
 public:
  WordSet();
  /// Throws Error, with the word, if one stands twice in the list.
  explicit WordSet(const WordList& words);

  /// Gives the word the next position; false, and nothing changes, if it has one already. Throws Error when a
  /// 32-bit position does not suffice.
  bool add(std::string_view word);

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const;
  [[nodiscard]] const WordList& words() const { return *words_; }
  [[nodiscard]] std::size_t size() const { return words_->size(); }

 private:
  std::unique_ptr<WordList> words_;  // at an address that a move keeps, for the table points to it
  WordPositions<WordList> positions_;
};

}  // namespace w2v
