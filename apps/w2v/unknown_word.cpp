#include "unknown_word.hpp"

#include <fmt/format.h>

#include <utility>

#include "w2v/base/text.hpp"
#include "w2v/query/spelling.hpp"

namespace {

std::string near_words(const w2v::WordVectors& vectors, const std::string& word, std::size_t most) {
  std::string near;
  for (const std::uint32_t i : w2v::near_spellings(vectors, word, most)) {
    near += fmt::format("{} {}", near.empty() ? "; near spellings:" : ",", w2v::printable(vectors.word(i)));
  }
  return near;
}

}  // namespace

std::string unknown_word_message(const w2v::WordVectors& vectors, const std::string& path, const std::string& word,
                                 std::size_t most) {
  return fmt::format("'{}' is not in the vocabulary of {}{}", w2v::printable(word), path, near_words(vectors, word, most));
}

std::string near_names(const std::vector<std::string>& names, const std::string& unknown) {
  w2v::WordSet words;
  for (const std::string& name : names) words.add(name);
  w2v::Matrix<float> no_rows(words.size(), 1, "names");
  return near_words(w2v::WordVectors(std::move(words), std::move(no_rows)), unknown, 3);
}
