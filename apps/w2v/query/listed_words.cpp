#include "query/listed_words.hpp"

#include <fmt/format.h>

#include "command_line/console.hpp"
#include "query/word_lookup.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/buffered_reader.hpp"
#include "w2v/text/normal_form.hpp"

namespace app {
namespace {

/// What stands in front of a whole number at the end; empty if there is none.
std::string_view without_count(std::string_view line) {
  const std::size_t blank = line.find_last_of(" \t");
  if (blank == std::string_view::npos || !w2v::parse_integer(line.substr(blank + 1))) return {};
  return w2v::trimmed(line.substr(0, blank));
}

}  // namespace

ListedWords::ListedWords(const std::string& path) {
  w2v::BufferedReader reader(w2v::open_source(path));
  name_ = reader.name();
  bool first = true;
  while (const std::optional<std::string_view> read = reader.line()) {
    const std::string_view line = w2v::trimmed(first ? w2v::without_byte_order_mark(*read) : *read);
    first = false;
    if (line.empty() || !words_.add(line)) continue;
    lines_.push_back({position(line), std::nullopt});
  }
  if (lines_.empty()) throw w2v::Error(name_ + ": no word in it: expected a word a line");
  // Behind all whole lines: a shortened one may be the whole of another.
  for (Line& line : lines_) {
    const std::string shortened(without_count(words_.words()[line.whole]));
    if (!shortened.empty()) line.without_count = position(shortened);
  }
  met_.resize(words_.size());
}

std::uint32_t ListedWords::position(std::string_view word) {
  words_.add(word);
  return *words_.find(word);
}

bool ListedWords::meet(std::string_view word) {
  std::optional<std::uint32_t> place = words_.find(word);
  for (const w2v::NormalForm form : {w2v::NormalForm::nfc, w2v::NormalForm::nfd}) {
    if (place) break;
    if (const std::string other = w2v::normalized(word, form); other != word) place = words_.find(other);
  }
  if (place) met_[*place] = true;
  return place.has_value();
}

std::vector<std::uint32_t> ListedWords::positions_in(const w2v::WordVectors& vectors) {
  std::vector<std::uint32_t> positions;
  for (const Line& line : lines_) {
    std::uint32_t word = line.whole;
    std::optional<std::uint32_t> found = find_word(vectors, words_.words()[word]);
    if (!found && line.without_count) {
      word = *line.without_count;
      found = find_word(vectors, words_.words()[word]);
    }
    if (!found) continue;
    met_[word] = true;
    positions.push_back(*found);
  }
  return positions;
}

void ListedWords::require_met(const std::string& where) const {
  constexpr std::size_t most_named = 5;
  std::size_t missing = 0;
  std::string named;
  for (const Line& line : lines_) {
    if (met_[line.whole] || (line.without_count && met_[*line.without_count])) continue;
    if (++missing > most_named) continue;
    named += fmt::format("{}'{}'", named.empty() ? "" : ", ", w2v::printable(words_.words()[line.whole]));
  }
  if (missing == 0) return;
  const std::string what =
      fmt::format("{}: words without a vector in {}: {} of {}: {}{}", name_, where, w2v::format_count(missing),
                  w2v::format_count(lines_.size()), named, missing > most_named ? ", ..." : "");
  if (missing == lines_.size()) throw w2v::Error(what);
  console::warning(what);
}

}  // namespace app
