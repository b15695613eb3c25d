#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace w2v {

/// The bytes that separate tokens: space, `\t`, `\n`, `\v`, `\f`, `\r` and NUL.
inline constexpr std::string_view separators{" \t\n\v\f\r\0", 7};

/// True for one of the separators.
constexpr bool is_separator(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

/// Text without the bytes of `blanks` around it.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t");

/// What stands between the bytes of `blanks`; nothing empty.
std::vector<std::string_view> split(std::string_view text, std::string_view blanks = " \t");

/// The first line of a file without the UTF-8 byte order mark that some editors put there.
std::string_view without_byte_order_mark(std::string_view text);

/// Text as a field of tab-separated values: tab, line feed, carriage return and backslash are `\t`, `\n`, `\r`
/// and `\\`.
std::string escaped(std::string_view text);
/// What escaped() was given; other backslashes stay.
std::string unescaped(std::string_view text);

/// A whole decimal number without sign, or nothing: no blanks, no trailing bytes, no overflow.
std::optional<std::uint64_t> parse_integer(std::string_view text);

/// A decimal number of any size in float's range, nothing if it is not one. What is too small for a float is
/// 0 or subnormal, as strtof has it; what is too large is infinity.
std::optional<float> parse_float(std::string_view text);

/// The shortest decimal that parse_float() turns back into the same float, appended to `out`.
void append_float(std::string& out, float value);

/// A size in bytes: a number with an optional K, M, G or T (powers of 1024). Throws UsageError.
std::uint64_t parse_size(std::string_view text);

/// A time in seconds: a number with an optional s, m, h or d. Throws UsageError.
double parse_duration(std::string_view text);

/// "57.1 MB", powers of 1024.
std::string format_bytes(std::uint64_t bytes);

/// "17,000,034".
std::string format_count(std::uint64_t count);

/// "1 row", "17,000,034 rows": a number and what is counted, `one` of it or `more`.
std::string count_of(std::uint64_t count, std::string_view one, std::string_view more);

/// Text as it may be shown in a message or on a terminal: control bytes become `\xNN`, and what is longer than
/// `longest` bytes is cut with "...".
std::string printable(std::string_view text, std::size_t longest = 60);

/// Lines of text as they may be shown on a terminal: as printable(), but tabs and line ends stay, and nothing is cut.
std::string printable_lines(std::string_view text);

}  // namespace w2v
