#include "w2v/base/lines.hpp"

#include <algorithm>
#include <cstring>

namespace w2v {

LineEnd find_line_end(std::string_view text, std::size_t from) {
  // find() of one byte is many times faster than a loop that compares with two. In parts, so that a text without the
  // one or the other is not searched to its end for every line.
  constexpr std::size_t part_bytes = 1024;
  for (; from < text.size(); from += part_bytes) {
    const std::string_view part = text.substr(from, part_bytes);
    const std::size_t newline = part.find('\n');
    const std::size_t found = std::min(newline, part.substr(0, newline).find('\r'));
    if (found == part.npos) continue;
    const std::size_t place = from + found;
    return {place, text.substr(place).starts_with("\r\n") ? std::size_t{2} : std::size_t{1}};
  }
  return {text.size(), 0};
}

std::size_t behind_last_line_end(std::string_view text) {
  std::size_t behind = 0;
  for (const char end : {'\n', '\r'}) {  // memrchr is many times faster than a loop over bytes
    const void* const found = memrchr(text.data() + behind, end, text.size() - behind);
    if (found != nullptr) behind = static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) + 1;
  }
  return behind;
}

}  // namespace w2v
