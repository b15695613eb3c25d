#pragma once

#include <string>
#include <string_view>

namespace w2v {

/// Lower case of ASCII letters; other bytes stay.
constexpr char ascii_lower(char c) {
  return static_cast<char>(c + (c >= 'A' && c <= 'Z' ? 32 : 0));
}

/// Lower case of any letter that Unicode gives one in a single character, whatever stands beside it and in whatever
/// language; other characters, and what is no code point, stay.
char32_t lower(char32_t c);

/// A text with lower() for each of its characters; all other bytes, UTF-8 or not, stay as they are.
std::string lower_case(std::string_view text);

}  // namespace w2v
