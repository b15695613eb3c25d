#include "query/word_lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "w2v/base/text.hpp"
#include "w2v/base/utf8.hpp"
#include "w2v/query/spelling.hpp"
#include "w2v/text/normal_form.hpp"

namespace app {
namespace {

std::vector<char32_t> characters_of(std::string_view text) {
  std::vector<char32_t> characters;
  while (!text.empty()) characters.push_back(w2v::take_character(text));
  return characters;
}

std::string code_points(std::span<const char32_t> characters) {
  std::string text;
  for (const char32_t c : characters)
    text += fmt::format("{}U+{:04X}", text.empty() ? "" : " ", static_cast<std::uint32_t>(c));
  return text;
}

/// How a word differs from the one asked for, if nobody can see it; else nothing.
std::string difference_unseen(std::string_view word, std::string_view asked) {
  if (!w2v::look_alike(word, asked)) return "";
  const std::vector<char32_t> ours = characters_of(word);
  const std::vector<char32_t> theirs = characters_of(asked);
  const auto begin = std::ranges::mismatch(ours, theirs);
  std::span<const char32_t> has(begin.in1, ours.end());
  std::span<const char32_t> lacks(begin.in2, theirs.end());
  while (!has.empty() && !lacks.empty() && has.back() == lacks.back()) {
    has = has.first(has.size() - 1);
    lacks = lacks.first(lacks.size() - 1);
  }
  if (has.empty()) return fmt::format(" (looks the same, but lacks {})", code_points(lacks));
  if (lacks.empty()) return fmt::format(" (looks the same, but has {} more)", code_points(has));
  return fmt::format(" (looks the same, but has {} in place of {})", code_points(has), code_points(lacks));
}

std::string near_words(const w2v::WordVectors& vectors, const std::string& word, std::size_t most) {
  std::string near;
  for (const std::uint32_t i : w2v::near_spellings(vectors, word, most)) {
    near += fmt::format("{} {}{}", near.empty() ? "; near spellings:" : ",", w2v::printable(vectors.word(i)),
                        difference_unseen(vectors.word(i), word));
  }
  return near;
}

}  // namespace

std::optional<std::uint32_t> find_word(const w2v::WordVectors& vectors, std::string_view word) {
  if (const auto found = vectors.find(word)) return found;
  for (const w2v::NormalForm form : {w2v::NormalForm::nfc, w2v::NormalForm::nfd}) {
    if (const std::string other = w2v::normalized(word, form); other != word) {
      if (const auto found = vectors.find(other)) return found;
    }
  }
  return std::nullopt;
}

std::string unknown_word_message(const w2v::WordVectors& vectors, const std::string& path, const std::string& word,
                                 std::size_t most) {
  return fmt::format("'{}' is not in the vocabulary of {}{}", w2v::printable(word), path,
                     near_words(vectors, word, most));
}

std::string made_of_ngrams(const std::string& word) {
  return fmt::format("'{}' is not in the vocabulary: its vector is made of its n-grams", w2v::printable(word));
}

std::string near_names(const std::vector<std::string>& names, const std::string& unknown) {
  w2v::WordSet words;
  for (const std::string& name : names) words.add(name);
  w2v::Matrix<float> no_rows(words.size(), 1, "names");
  return near_words(w2v::WordVectors(std::move(words), std::move(no_rows)), unknown, 3);
}

}  // namespace app
