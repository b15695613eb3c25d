#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "w2v/vectors/word_set.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace app {

/// The words in a file, one a line, and which of them have been met. A byte order mark, line ends of either
/// kind and the blanks around a line are left out. The whole line is the word; where it is none that is met
/// and ends in a blank and a whole number, as in a vocabulary of `word count` lines, what stands in front of
/// them is. meet() does not know what it will meet, and takes both. A word in another Unicode form, NFC
/// or NFD, is the same word.
class ListedWords {
 public:
  /// Reads a file, or standard input for "-". Throws w2v::Error if it holds no word.
  explicit ListedWords(const std::string& path);

  /// Whether the word is in the list; if so, it is met.
  bool meet(std::string_view word);

  /// The positions of the words, all of which are met that can be.
  std::vector<std::uint32_t> positions_in(const w2v::WordVectors& vectors);

  /// Warns of the words that were not met in the vectors called `where`. Throws w2v::Error if none was.
  void require_met(const std::string& where) const;

 private:
  struct Line {
    std::uint32_t whole;  // positions in words_
    std::optional<std::uint32_t> without_count;
  };
  std::uint32_t position(std::string_view word);

  std::string name_;
  w2v::WordSet words_;
  std::vector<Line> lines_;
  std::vector<bool> met_;  // of words_
};

}  // namespace app
