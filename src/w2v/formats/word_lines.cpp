#include "w2v/formats/word_lines.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "w2v/base/error.hpp"
#include "w2v/formats/row_parser.hpp"

namespace w2v {

std::string_view WordLines::next(const std::string& numbers, std::uint64_t row) {
  if (!has_newlines_) has_newlines_ = in_.peek_until('\n', std::numeric_limits<std::size_t>::max()).has_value();
  const std::optional<std::string_view> word = *has_newlines_ ? in_.line_to_newline() : in_.line();
  if (!word)
    throw Error(
        fmt::format("{}: fewer words than {} has rows: expected one a line, found {}", in_.name(), numbers, row - 1));
  if (word->empty())
    throw BadRow(fmt::format("{}:{}", in_.name(), row), "empty word", "expected a word a line, found none");
  return *word;
}

void WordLines::require_end(std::uint64_t rows) {
  if (in_.peek(1).empty()) return;
  throw Error(fmt::format("{}: line {}: more words than the array has rows: expected {}", in_.name(), rows + 1, rows));
}

}  // namespace w2v
