#include "w2v/formats/words_beside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/lines.hpp"
#include "w2v/base/text.hpp"
#include "w2v/formats/row_parser.hpp"
#include "w2v/formats/vector_format.hpp"
#include "w2v/io/byte_source.hpp"

namespace w2v {
namespace {

/// Whether the first lines are `word count` lines, as of a vocabulary.
bool has_counts(BufferedReader& lines) {
  constexpr std::size_t window = std::size_t{1} << 12;
  std::string_view bytes = lines.peek(window);
  if (const std::size_t end = behind_last_line_end(bytes); end > 0) bytes = bytes.substr(0, end);
  const std::vector<std::string_view> seen = split(bytes, "\r\n");
  return !seen.empty() && std::ranges::all_of(seen, [](std::string_view line) {
    const std::size_t blank = line.rfind(' ');
    return blank != std::string_view::npos && parse_integer(line.substr(blank + 1));
  });
}

}  // namespace

WordsBeside::Place WordsBeside::place(VectorFormat format) const {
  const std::string member = member_name(path_, member_);
  const std::string& numbers = member.empty() ? path_ : member;
  return {*companion_path(numbers.substr(0, numbers.size() - compression_of(numbers).size()), format), !member.empty()};
}

bool WordsBeside::exist(VectorFormat format) const {
  if (path_ == "-") return false;
  const Place words = place(format);
  return words.in_archive ? has_member(path_, words.file) : std::filesystem::exists(words.file);
}

std::string WordsBeside::name(VectorFormat format) const {
  if (path_ == "-") return "";
  const Place words = place(format);
  return words.in_archive ? fmt::format("{} in the archive", printable(words.file, 200)) : words.file;
}

BufferedReader WordsBeside::open(VectorFormat format) const {
  const Place words = place(format);
  if (words.in_archive) return BufferedReader(open_member(path_, words.file, true));
  const std::string older = std::filesystem::path(words.file).replace_extension(".vocab");
  if (format != VectorFormat::npy || std::filesystem::exists(words.file) || !std::filesystem::exists(older)) {
    return BufferedReader(open_source(words.file));
  }
  BufferedReader lines(open_source(older));
  if (has_counts(lines)) {
    throw Error(
        fmt::format("{}: looks like a vocabulary of 'word count' lines: expected the words of {}, one a line, in {}",
                    older, path_, words.file));
  }
  return lines;
}

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
