#include "w2v/vectors/word_set.hpp"

#include <fmt/format.h>

#include <limits>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace w2v {

WordSet::WordSet() : words_(std::make_unique<WordList>()), positions_(words_.get()) {}

WordSet::WordSet(const WordList& words) : WordSet() {
  words_->reserve(words.size());
  positions_.reserve(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!add(words[i])) {
      throw Error(fmt::format("duplicate word: expected different words, found '{}' again at position {}",
                              printable(words[i]), i));
    }
  }
}

bool WordSet::add(std::string_view word) {
  if (positions_.contains(word)) return false;
  if (size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw Error(fmt::format("too many words: expected at most {}", std::numeric_limits<std::uint32_t>::max()));
  }
  words_->add(word);
  positions_.add(static_cast<std::uint32_t>(size() - 1));
  return true;
}

std::optional<std::uint32_t> WordSet::find(std::string_view word) const {
  return positions_.find(word);
}

}  // namespace w2v
