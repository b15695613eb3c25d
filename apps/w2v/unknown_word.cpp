#include "unknown_word.hpp"

#include <fmt/format.h>

#include "w2v/base/text.hpp"
#include "w2v/query/spelling.hpp"

std::string unknown_word_message(const w2v::WordVectors& vectors, const std::string& path, const std::string& word,
                                 std::size_t most) {
  std::string near;
  for (const std::uint32_t i : w2v::near_spellings(vectors, word, most)) {
    near += fmt::format("{} {}", near.empty() ? "; near spellings:" : ",", w2v::printable(vectors.word(i)));
  }
  return fmt::format("'{}' is not in the vocabulary of {}{}", w2v::printable(word), path, near);
}
