#include "w2v/base/letter_case.hpp"

#include <unicode/uchar.h>

#include "w2v/base/utf8.hpp"

namespace w2v {

char32_t lower(char32_t c) {
  if (c < 0x80) return static_cast<char32_t>(ascii_lower(static_cast<char>(c)));
  return static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
}

std::string lower_case(std::string_view text) {
  std::string lowered;
  lowered.reserve(text.size());
  while (!text.empty()) {
    const std::string_view before = text;
    if (static_cast<unsigned char>(text.front()) < 0x80) {
      lowered += ascii_lower(text.front());
      text.remove_prefix(1);
      continue;
    }
    const char32_t c = take_character(text);
    const char32_t small = lower(c);
    if (small == c) {
      lowered += before.substr(0, before.size() - text.size());
    } else {
      append_character(lowered, small);
    }
  }
  return lowered;
}

}  // namespace w2v
