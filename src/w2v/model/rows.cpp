#include "w2v/model/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

constexpr std::array<const char*, 5> names{"words", "n-grams", "documents", "inner-nodes", "contexts"};

/// One range, such as "words 71290"; no rows if it is none.
RowLayout::Range parse_range(std::string_view text) {
  const std::size_t blank = text.find(' ');
  const auto name = std::ranges::find(names, text.substr(0, blank));
  RowLayout::Range range{static_cast<RowKind>(name - names.begin()), 0};
  if (name == names.end() || blank == std::string_view::npos) return range;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data() + blank + 1, end, range.rows);
  if (fault != std::errc() || stop != end) range.rows = 0;
  return range;
}

}  // namespace

const char* name_of(RowKind kind) {
  return names[static_cast<std::size_t>(kind)];
}

RowLayout::RowLayout(std::vector<Range> ranges) : ranges_(std::move(ranges)) {
  std::erase_if(ranges_, [](const Range& range) { return range.rows == 0; });
}

std::uint64_t RowLayout::rows() const {
  std::uint64_t sum = 0;
  for (const Range& range : ranges_) sum += range.rows;
  return sum;
}

std::uint64_t RowLayout::rows_of(RowKind kind) const {
  const auto found = std::ranges::find(ranges_, kind, &Range::kind);
  return found == ranges_.end() ? 0 : found->rows;
}

std::string RowLayout::text() const {
  std::string all;
  for (const Range& range : ranges_)
    all += fmt::format("{}{} {}", all.empty() ? "" : ", ", name_of(range.kind), range.rows);
  return all;
}

RowLayout RowLayout::parse(std::string_view text) {
  std::vector<Range> ranges;
  std::string_view rest = text;
  for (std::size_t end = 0; end != std::string_view::npos; rest.remove_prefix(std::min(end + 2, rest.size()))) {
    end = rest.find(", ");
    ranges.push_back(parse_range(rest.substr(0, end)));
  }
  RowLayout layout(std::move(ranges));
  if (layout.text() != text || layout.ranges_.empty())
    throw Error(fmt::format("kinds of rows: expected such as 'words 1000', found '{}'", printable(text)));
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  for (const Range& range : layout.ranges_) {
    if (std::ranges::count(layout.ranges_, range.kind, &Range::kind) > 1)
      throw Error(fmt::format("kinds of rows: expected each once, found '{}' twice", name_of(range.kind)));
    if (range.rows > most)
      throw Error(fmt::format("kinds of rows: expected at most {} rows, found {}", most, range.rows));
  }
  return layout;
}

}  // namespace w2v
