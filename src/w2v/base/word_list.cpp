#include "w2v/base/word_list.hpp"

namespace w2v {

WordIndex::WordIndex(const WordList& words) {
  positions_.reserve(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) positions_.emplace(words[i], static_cast<std::uint32_t>(i));
}

std::optional<std::uint32_t> WordIndex::find(std::string_view word) const {
  const auto found = positions_.find(word);
  if (found == positions_.end()) return std::nullopt;
  return found->second;
}

}  // namespace w2v
