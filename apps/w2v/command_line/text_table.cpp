#include "command_line/text_table.hpp"

#include <algorithm>
#include <numeric>

namespace app {
namespace {

constexpr std::size_t gap = 2;

/// The width of columns first .. first + span - 1, with what is between them.
std::size_t width_of(const std::vector<std::size_t>& widths, std::size_t first, std::size_t span) {
  const auto begin = widths.begin() + static_cast<std::ptrdiff_t>(first);
  return std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(span), gap * (span - 1));
}

}  // namespace

std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const bool spanning : {false, true}) {
    for (const std::vector<Cell>& row : rows_) {
      std::size_t column = 0;
      for (const Cell& cell : row) {
        widths.resize(std::max(widths.size(), column + cell.span));
        if ((cell.span > 1) == spanning) {
          const std::size_t width = width_of(widths, column, cell.span);
          if (width < text_width(cell.text)) widths[column] += text_width(cell.text) - width;
        }
        column += cell.span;
      }
    }
  }
  std::string out;
  for (const std::vector<Cell>& row : rows_) {
    std::string line;
    std::size_t column = 0;
    for (const Cell& cell : row) {
      const std::string padding(width_of(widths, column, cell.span) - text_width(cell.text), ' ');
      if (column > 0) line.append(gap, ' ');
      line += column == 0 ? cell.text + padding : padding + cell.text;
      column += cell.span;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace app
