#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace w2v {

/// What take_character() adds to a byte that is no part of UTF-8: no code point is that high.
constexpr char32_t invalid_byte = 0x110000;

/// Takes the first character off a text that is not empty: its code point, or invalid_byte + the byte for a byte
/// that is no part of UTF-8.
char32_t take_character(std::string_view& text);

/// Appends a code point as UTF-8.
void append_character(std::string& out, char32_t c);

bool is_ascii(std::string_view text);
bool is_utf8(std::string_view text);

/// U+FFFD in UTF-8: what stands for a byte that is no part of UTF-8 where text must be valid.
constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

/// A text as valid UTF-8: itself, or a copy in `buffer` in which U+FFFD stands for each byte that is no part of UTF-8.
/// Adds their number to `invalid_bytes`.
std::string_view valid_utf8(std::string_view text, std::string& buffer, std::uint64_t& invalid_bytes);

}  // namespace w2v
