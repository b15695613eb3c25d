#include "w2v/base/utf8.hpp"

#include "../support.hpp"

namespace w2v::test {
namespace {

TEST_CASE("lower case of Latin, Greek and Cyrillic; everything else stays", "[base]") {
  REQUIRE(lower_case("King's 1st") == "king's 1st");
  REQUIRE(lower_case("ÀÖØÞ×÷ß") == "àöøþ×÷ß");
  REQUIRE(lower_case("ĀĂĄŁŃŊŠŸŹŽŐƠƯẠỸƏẞ") == "āăąłńŋšÿźžőơưạỹəß");
  REQUIRE(lower_case("ΑΒΣΩΆΈΉΊΌΎΏΫ") == "αβσωάέήίόύώϋ");
  REQUIRE(lower_case("АЯЁЄЇҐӀҖӐ") == "аяёєїґӏҗӑ");
  REQUIRE(lower_case("āàωяçſıĸŉ日本語😀") == "āàωяçſıĸŉ日本語😀");
  REQUIRE(lower_case("").empty());
}

TEST_CASE("bytes that are no UTF-8 stay, and what is around them is lowered", "[base]") {
  REQUIRE(lower_case("A\xFF"
                     "B\xC3") ==
          "a\xFF"
          "b\xC3");
  REQUIRE(lower_case("\xC3"
                     "A\x80Z\xE2\x82") ==
          "\xC3"
          "a\x80z\xE2\x82");
  REQUIRE(lower_case("\xF8\x88\x80\x80\x80"
                     "A\0B"sv) ==
          "\xF8\x88\x80\x80\x80"
          "a\0b"sv);
}

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

}  // namespace
}  // namespace w2v::test
