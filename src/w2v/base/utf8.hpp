#pragma once

#include <string>
#include <string_view>

namespace w2v {

/// Takes the first character off a text that is not empty: its code point, or 0x110000 + the byte for a byte
/// that is no part of UTF-8, which no code point equals.
char32_t take_character(std::string_view& text);

/// Lower case of the Latin, Greek and Cyrillic letters that have one in a single character; others stay.
char32_t lower(char32_t c);

/// A text with lower() for each of its characters; all other bytes, UTF-8 or not, stay as they are.
std::string lower_case(std::string_view text);

}  // namespace w2v
