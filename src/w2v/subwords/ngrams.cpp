#include "w2v/subwords/ngrams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "w2v/corpus/vocabulary.hpp"

namespace w2v {
namespace {

/// Where the characters of a text begin, and where the last one ends.
std::vector<std::size_t> character_bounds(std::string_view text) {
  std::vector<std::size_t> bounds;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) bounds.push_back(i);
  }
  bounds.push_back(text.size());
  return bounds;
}

bool parse_length(std::string_view text, int& length) {
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), length);
  return fault == std::errc() && stop == text.data() + text.size() && length >= 1 && length <= NgramLengths::longest;
}

}  // namespace

std::string text_of(const NgramLengths& lengths) {
  if (!lengths.any()) return "off";
  return lengths.least == lengths.most ? fmt::format("{}", lengths.most)
                                       : fmt::format("{}-{}", lengths.least, lengths.most);
}

bool parse(std::string_view text, NgramLengths& lengths) {
  if (text == "off") {
    lengths = {};
    return true;
  }
  const std::size_t dash = std::min(text.find('-'), text.size());
  return parse_length(text.substr(0, dash), lengths.least) &&
         parse_length(dash < text.size() ? text.substr(dash + 1) : text, lengths.most) && lengths.least <= lengths.most;
}

void for_each_ngram(std::string_view word, const NgramLengths& lengths,
                    const std::function<void(std::string_view)>& use) {
  if (!lengths.any() || word == sentence_end_word) return;
  const std::string bracketed = fmt::format("<{}>", word);
  const std::vector<std::size_t> bounds = character_bounds(bracketed);
  const std::size_t characters = bounds.size() - 1;
  for (std::size_t first = 0; first < characters; ++first) {
    for (auto length = static_cast<std::size_t>(lengths.least);
         length <= static_cast<std::size_t>(lengths.most) && first + length <= characters; ++length) {
      if (length == 1 && (first == 0 || first + 1 == characters)) continue;
      use(std::string_view(bracketed).substr(bounds[first], bounds[first + length] - bounds[first]));
    }
  }
}

std::uint32_t ngram_hash(std::string_view ngram) {
  std::uint32_t hash = 2166136261U;
  for (const char c : ngram) {
    hash ^= static_cast<std::uint32_t>(static_cast<signed char>(c));
    hash *= 16777619U;
  }
  return hash;
}

}  // namespace w2v
