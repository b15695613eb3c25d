#include "w2v/vectors/word_lines.hpp"

#include <fmt/format.h>

#include <optional>

#include "w2v/base/error.hpp"
#include "w2v/vectors/row_parser.hpp"

namespace w2v {

std::string_view WordLines::next(const std::string& numbers, std::uint64_t row) {
  const std::optional<std::string_view> word = in_.line_to_newline();
  if (!word) throw Error(fmt::format("{}: fewer words than {} has rows: expected one a line, found {}", in_.name(), numbers, row - 1));
  if (word->empty()) throw BadRow(fmt::format("{}:{}", in_.name(), row), "empty word", "expected a word a line, found none");
  return *word;
}

void WordLines::require_end(std::uint64_t rows) {
  if (in_.peek(1).empty()) return;
  throw Error(fmt::format("{}: line {}: more words than the array has rows: expected {}", in_.name(), rows + 1, rows));
}

}  // namespace w2v
