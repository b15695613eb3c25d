#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "w2v/eval/set_lines.hpp"
#include "w2v/vectors/word_set.hpp"

namespace w2v {

/// A is to B as C is to D: positions in a set's words.
struct AnalogyQuestion {
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t c;
  std::uint32_t d;
};

struct AnalogySection {
  std::string name;  ///< what stands behind the colon; empty for questions before the first one
  std::vector<AnalogyQuestion> questions;

  /// Whether the section asks about grammar: its name begins with "gram", as in word2vec's file.
  [[nodiscard]] bool syntactic() const;
};

/// Word2vec's analogy questions (questions-words.txt).
struct AnalogySet {
  std::string name;
  WordSet words;  ///< the different ones, as they are spelt in the file
  std::vector<AnalogySection> sections;

  [[nodiscard]] std::size_t questions() const;
};

/// Lines `: section` and lines of four words, any blanks between them. Lines that begin with '#' are comments.
/// Throws Error, with the line, for anything else, and if there is no question.
AnalogySet parse_analogies(const SetLines& file);

}  // namespace w2v
