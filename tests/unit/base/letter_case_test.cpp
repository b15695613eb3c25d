#include "w2v/base/letter_case.hpp"

#include "../support.hpp"

namespace w2v::test {
namespace {

TEST_CASE("lower case of Latin, Greek, Cyrillic and other letters; everything else stays", "[base]") {
  REQUIRE(lower_case("King's 1st") == "king's 1st");
  REQUIRE(lower_case("ÀÖØÞ×÷ß") == "àöøþ×÷ß");
  REQUIRE(lower_case("ĀĂĄŁŃŊŠŸŹŽŐƠƯẠỸƏẞ") == "āăąłńŋšÿźžőơưạỹəß");
  REQUIRE(lower_case("ΑΒΣΩΆΈΉΊΌΎΏΫ") == "αβσωάέήίόύώϋ");
  REQUIRE(lower_case("АЯЁЄЇҐӀҖӐ") == "аяёєїґӏҗӑ");
  REQUIRE(lower_case("āàωяçſıĸŉ日本語😀") == "āàωяçſıĸŉ日本語😀");
  REQUIRE(lower_case("ԱԲ ⰀⰁ ႠႡ ꓐ 𐐀 Ａ") == "աբ ⰰⰱ ⴀⴁ ꓐ 𐐨 ａ");
  REQUIRE(lower_case("İstanbul, K (the kelvin sign)") == "istanbul, k (the kelvin sign)");
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

TEST_CASE("characters that are no code points have no lower case", "[base]") {
  for (char32_t byte = 0x80; byte < 0x100; ++byte) REQUIRE(lower(0x110000 + byte) == 0x110000 + byte);
}

}  // namespace
}  // namespace w2v::test
