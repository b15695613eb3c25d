#include "w2v/base/text.hpp"

#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>

#include "../support.hpp"

namespace w2v::test {
namespace {

TEST_CASE("the separators are space, tab, newline, vertical tab, form feed, return and NUL", "[base]") {
  const std::set<int> separators{' ', '\t', '\n', '\v', '\f', '\r', '\0'};
  for (int byte = 0; byte < 256; ++byte) {
    CAPTURE(byte);
    REQUIRE(is_separator(static_cast<char>(byte)) == separators.contains(byte));
  }
}

TEST_CASE("text is trimmed and split at any of some bytes", "[base]") {
  REQUIRE(trimmed(" \t a \tb\t ") == "a \tb");
  REQUIRE(trimmed(" \t ").empty());
  REQUIRE(trimmed("\v a\n", separators) == "a");
  REQUIRE(split(" \ta  b\tc ") == std::vector<std::string_view>{"a", "b", "c"});
  REQUIRE(split("a b\tc\t\t", "\t") == std::vector<std::string_view>{"a b", "c"});
  REQUIRE(split("").empty());
  REQUIRE(without_byte_order_mark("\xEF\xBB\xBF\xEF\xBB\xBF") == "\xEF\xBB\xBF");
  REQUIRE(without_byte_order_mark("\xEF\xBB") == "\xEF\xBB");
}

TEST_CASE("fields of tab-separated values hold any bytes", "[base]") {
  const std::string all{"\\t\t\n\r\\\\n\0\xFF", 10};
  REQUIRE(escaped(all) == std::string{"\\\\t\\t\\n\\r\\\\\\\\n\0\xFF", 16});
  REQUIRE(unescaped(escaped(all)) == all);
  REQUIRE(unescaped("\\x \\") == "\\x \\");
}

TEST_CASE("a whole number is digits and nothing else, up to 64 bits", "[base]") {
  REQUIRE(parse_integer("0") == 0);
  REQUIRE(parse_integer("007") == 7);
  REQUIRE(parse_integer("18446744073709551615") == 18446744073709551615U);
  REQUIRE(parse_integer(std::string_view("123456").substr(1, 3)) == 234);
  for (const std::string_view text : {"", " ", "-1", "+1", " 1", "1 ", "1x", "0x10", "1e3", "1.0",
                                      "18446744073709551616", "99999999999999999999999"}) {
    CAPTURE(text);
    REQUIRE(!parse_integer(text));
  }
  REQUIRE(!parse_integer("1\0"sv));
}

TEST_CASE("a float is read as strtof reads it, also beyond both ends of its range", "[base]") {
  for (const std::string text :
       {"0", "-0", "1.", ".5", "+2.5", "1e5", "1E-5", "16777217", "0.1", "3.4028235e38", "3.5e38", "-1e39", "1e99999",
        "1e-45", "7e-46", "-1e-46", "1e-99999", "0.000000000000000000000000000000000000000000001"}) {
    CAPTURE(text);
    const std::optional<float> value = parse_float(text);
    REQUIRE(value);
    REQUIRE(std::bit_cast<std::uint32_t>(*value) == std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)));
  }
  for (const std::string_view text :
       {"", "+", "-", "++1", "+-1", "-+1", " 1", "1 ", "1,5", "1.5.2", "1e", "e5", "0x1p3", "one"}) {
    CAPTURE(text);
    REQUIRE(!parse_float(text));
  }
}

/// The least number of digits from which strtof finds the float again.
int digits_needed(float value) {
  std::array<char, 64> text;
  for (int digits = 1; digits < 9; ++digits) {
    std::snprintf(text.data(), text.size(), "%.*e", digits - 1, static_cast<double>(value));
    if (std::strtof(text.data(), nullptr) == value) return digits;
  }
  return 9;
}

int significant_digits(const std::string& text) {
  std::string digits;
  for (const char c : text.substr(0, text.find('e'))) {
    if (c >= '0' && c <= '9' && !(digits.empty() && c == '0')) digits += c;
  }
  while (digits.ends_with('0')) digits.pop_back();
  return static_cast<int>(digits.size());
}

TEST_CASE("a float is written with the fewest digits that read back to the same bits", "[base]") {
  std::mt19937 random(1);
  for (int i = 0; i < 50'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    const auto value = std::bit_cast<float>(bits);
    if (!std::isfinite(value)) continue;
    std::string text;
    append_float(text, value);
    const std::optional<float> back = parse_float(text);
    if (!back || std::bit_cast<std::uint32_t>(*back) != bits || std::strtof(text.c_str(), nullptr) != value) {
      FAIL(text << " does not read back");
    }
    const bool whole = text.find_first_of(".e") == std::string::npos;  // shown in full, where that is shorter
    if (i % 10 == 0 && !whole && significant_digits(text) > digits_needed(value)) FAIL(text << " is too long");
  }
  std::string text = "x ";
  append_float(text, -0.5F);
  append_float(text, 0);
  append_float(text, -0.0F);
  REQUIRE(text == "x -0.50-0");
}

TEST_CASE("sizes are numbers with K, M, G or T, powers of 1024", "[base]") {
  const auto [text, bytes] = GENERATE(table<std::string_view, std::uint64_t>({{"0", 0},
                                                                              {"17", 17},
                                                                              {"17B", 17},
                                                                              {"4k", 4096},
                                                                              {"4KB", 4096},
                                                                              {"1.5M", 1572864},
                                                                              {"3gb", 3221225472},
                                                                              {"2T", 2199023255552},
                                                                              {"1e3", 1000}}));
  CAPTURE(text);
  REQUIRE(parse_size(text) == bytes);
}

TEST_CASE("what is no size is refused as a wrong option", "[base]") {
  for (const std::string_view text :
       {"", "B", "K", "KB", "-1", "4X", "4 G", "4GG", "4BB", "G4", "nan", "inf", "1e30", "99999999T"}) {
    CAPTURE(text);
    REQUIRE_THROWS_AS(parse_size(text), UsageError);
  }
  REQUIRE(message_of([] { parse_size("4X"); }) == "'4X' is not a size: expected a number and K, M, G or T, such as 4G");
}

TEST_CASE("bytes and counts are shown short", "[base]") {
  REQUIRE(format_bytes(0) == "0 bytes");
  REQUIRE(format_bytes(1023) == "1023 bytes");
  REQUIRE(format_bytes(1024) == "1.0 KB");
  REQUIRE(format_bytes(1536) == "1.5 KB");
  REQUIRE(format_bytes(200 * 1024) == "200 KB");
  REQUIRE(format_bytes(59'873'690) == "57.1 MB");
  REQUIRE(format_bytes(std::uint64_t{5} << 40) == "5.0 TB");
  REQUIRE(format_bytes(0xFFFFFFFFFFFFFFFF) == "16.0 EB");
  REQUIRE(format_count(0) == "0");
  REQUIRE(format_count(999) == "999");
  REQUIRE(format_count(1000) == "1,000");
  REQUIRE(format_count(17'000'034) == "17,000,034");
  REQUIRE(format_count(0xFFFFFFFFFFFFFFFF) == "18,446,744,073,709,551,615");
  REQUIRE((count_of(0, "row", "rows") == "0 rows" && count_of(1, "row", "rows") == "1 row" &&
           count_of(2000, "row", "rows") == "2,000 rows"));
}

TEST_CASE("control bytes are shown as numbers, other bytes stay", "[base]") {
  REQUIRE(printable("plain text") == "plain text");
  REQUIRE(printable("a\tb\r\n\x1B[2J\x7F\0z"sv) == "a\\x09b\\x0d\\x0a\\x1b[2J\\x7f\\x00z");
  REQUIRE(printable("caf\xC3\xA9 \xC2\xA0 \xFF") == "caf\xC3\xA9 \xC2\xA0 \xFF");
}

TEST_CASE("control characters of two UTF-8 bytes (U+0080 to U+009F) are shown as two numbers", "[base]") {
  REQUIRE(printable("a\xC2\x9B"
                    "2J") == "a\\xc2\\x9b2J");
  REQUIRE(printable("\xC2\x80\xC2\x9F") == "\\xc2\\x80\\xc2\\x9f");
}

TEST_CASE("bytes of that range that are no UTF-8 are controls where a terminal has 8 bits", "[base]") {
  REQUIRE(printable("\x9B"
                    "2J\x80\x9F\xA0") == "\\x9b2J\\x80\\x9f\xA0");
  REQUIRE(printable("\xE2\x9B\x84") == "\xE2\x9B\x84");  // a snowman
  REQUIRE(printable("\xE2\x9B") == "\xE2\\x9b");
}

TEST_CASE("lines for a terminal keep tabs and line ends, and are not cut", "[base]") {
  REQUIRE(printable_lines("a\tb\r\n\x1B[2J\n") == "a\tb\\x0d\n\\x1b[2J\n");
  REQUIRE(printable_lines(std::string(1000, 'x')) == std::string(1000, 'x'));
}

TEST_CASE("long text is cut with dots, never inside a UTF-8 character", "[base]") {
  REQUIRE(printable("abcdef", 6) == "abcdef");
  REQUIRE(printable("abcdefg", 6) == "abcdef...");
  REQUIRE(printable("abcd\xE2\x82\xAC"
                    "f",
                    7) == "abcd\xE2\x82\xAC...");
  REQUIRE(printable("abcd\xE2\x82\xAC"
                    "f",
                    6) == "abcd...");
  REQUIRE(printable("abcd\xE2\x82\xAC"
                    "f",
                    5) == "abcd...");
  REQUIRE(printable(std::string(100, '\xBF'), 10) == std::string(10, '\xBF') + "...");  // never a character
  REQUIRE(printable(std::string(61, 'x')) == std::string(60, 'x') + "...");
}

TEST_CASE("a time is a number and a unit, seconds where there is none", "[base]") {
  const auto [text, seconds] = GENERATE(table<std::string, double>(
      {{"0", 0}, {"7", 7}, {"0.5", 0.5}, {"30s", 30}, {"10m", 600}, {"1.5h", 5400}, {"2d", 172800}}));
  CAPTURE(text);
  REQUIRE(parse_duration(text) == seconds);
}

TEST_CASE("what is no time is refused", "[base]") {
  for (const std::string text : {"", "s", "m", "-1s", "10x", "10 m", "1m30s", "nan", "inf", "1e300d"}) {
    CAPTURE(text);
    REQUIRE_THROWS_AS(parse_duration(text), UsageError);
  }
  REQUIRE(message_of([] { parse_duration("soon"); }) ==
          "'soon' is not a time: expected a number and s, m, h or d, such as 10m");
}

}  // namespace
}  // namespace w2v::test
