#pragma once

#include <cstddef>
#include <string_view>

namespace w2v {

/// A line ends with `\n`, with `\r\n`, or with `\r` alone, as on old Macs.
constexpr bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

struct LineEnd {
  std::size_t place;   ///< bytes of the line in front of it
  std::size_t length;  ///< 2 for `\r\n`, 1 for the others, 0 where the text ends without one
};

/// The first line end at or behind `from`. A `\r` that ends the text is taken for a whole line end.
LineEnd find_line_end(std::string_view text, std::size_t from = 0);

/// Place behind the last `\n` or `\r`; 0 if there is none.
std::size_t behind_last_line_end(std::string_view text);

}  // namespace w2v
