#include "w2v/base/utf8.hpp"

#include <iterator>
#include <random>

#include "../support.hpp"

namespace w2v::test {
namespace {

TEST_CASE("characters are taken one by one", "[base]") {
  std::string_view text = "aé日😀\xFF";
  std::vector<char32_t> taken;
  while (!text.empty()) taken.push_back(take_character(text));
  REQUIRE(taken == std::vector<char32_t>{'a', 0xE9, 0x65E5, 0x1F600, 0x1100FF});
  // Overlong forms, surrogates and what is beyond Unicode are no characters.
  for (std::string_view bytes :
       {"\xC0\xAF"sv, "\xE0\x9F\xBF"sv, "\xED\xA0\x80"sv, "\xF0\x8F\xBF\xBF"sv, "\xF4\x90\x80\x80"sv}) {
    const auto first = static_cast<unsigned char>(bytes[0]);
    const std::size_t length = bytes.size();
    REQUIRE(take_character(bytes) == 0x110000U + first);
    REQUIRE(bytes.size() == length - 1);
  }
  for (std::string_view bytes : {"\xC2\x80"sv, "\xE0\xA0\x80"sv, "\xED\x9F\xBF"sv, "\xEE\x80\x80"sv,
                                 "\xF0\x90\x80\x80"sv, "\xF4\x8F\xBF\xBF"sv}) {
    REQUIRE(take_character(bytes) < 0x110000U);
    REQUIRE(bytes.empty());
  }
}

TEST_CASE("bytes that are no UTF-8 are replaced one by one", "[base]") {
  std::mt19937 random(2);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    std::string expected;
    std::uint64_t invalid = 0;
    for (unsigned n = random() % 12; n > 0; --n) {
      constexpr const char* good[] = {"a", "plain ascii, long", "é", "中", "😀", "\n"};
      constexpr const char* bad[] = {"\x80", "\xFF", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80", "\xC3 ", "\xE2\x82 "};
      constexpr const char* replaced[] = {"\uFFFD",       "\uFFFD",  "\uFFFD\uFFFD", "\uFFFD\uFFFD\uFFFD",
                                          "\uFFFD\uFFFD", "\uFFFD ", "\uFFFD\uFFFD "};
      constexpr std::uint64_t number[] = {1, 1, 2, 3, 2, 1, 2};
      if (random() % 2 == 0) {
        const char* part = good[random() % std::size(good)];
        text += part;
        expected += part;
      } else {
        const std::size_t i = random() % std::size(bad);
        text += bad[i];
        expected += replaced[i];
        invalid += number[i];
      }
      text += "|";
      expected += "|";
    }
    std::string buffer;
    std::uint64_t found = 0;
    REQUIRE(valid_utf8(text, buffer, found) == expected);
    REQUIRE(found == invalid);
  }
}

TEST_CASE("every code point is written as it is read", "[base]") {
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    std::string text;
    append_character(text, c);
    std::string_view rest = text;
    if (take_character(rest) != c || !rest.empty() || is_ascii(text) != (c < 0x80) || !is_utf8(text))
      FAIL(std::uint32_t{c});
  }
}

TEST_CASE("text is UTF-8, or is not, wherever the wrong byte stands", "[base]") {
  const std::string right = "plain ascii, then é, 日, 😀";
  REQUIRE(is_utf8(right));
  REQUIRE(is_utf8(""));
  REQUIRE(is_ascii("\x7F\n"));
  REQUIRE_FALSE(is_ascii(right));
  for (std::size_t i = 0; i < right.size(); ++i) {
    std::string wrong = right;
    wrong[i] = '\xFF';
    REQUIRE_FALSE(is_utf8(wrong));
  }
}

}  // namespace
}  // namespace w2v::test
