#include "w2v/text/normal_form.hpp"

#include "../support.hpp"
#include "w2v/text/segmenter.hpp"

namespace w2v::test {
namespace {

TEST_CASE("forms of Unicode's own examples", "[text]") {
  struct Example {
    const char* text;
    const char* nfc;
    const char* nfd;
    const char* nfkc;
  };
  // UAX #15, figures 3 to 6; the last ones have two marks in the wrong order, and are plain.
  for (const auto& [text, nfc, nfd, nfkc] : {
           Example{"\u212B", "\u00C5", "A\u030A", "\u00C5"},
           Example{"\u2126", "\u03A9", "\u03A9", "\u03A9"},
           Example{"\u00F4", "\u00F4", "o\u0302", "\u00F4"},
           Example{"\u1E9B\u0323", "\u1E9B\u0323", "\u017F\u0323\u0307", "\u1E69"},
           Example{"\uFB01", "\uFB01", "\uFB01", "fi"},
           Example{"2\u2075", "2\u2075", "2\u2075", "25"},
           Example{"\uD55C", "\uD55C", "\u1112\u1161\u11AB", "\uD55C"},
           Example{"q\u0307\u0323", "q\u0323\u0307", "q\u0323\u0307", "q\u0323\u0307"},
           Example{"plain \u4E2D\U0001F600", "plain \u4E2D\U0001F600", "plain \u4E2D\U0001F600",
                   "plain \u4E2D\U0001F600"},
           Example{"", "", "", ""},
       }) {
    CAPTURE(text);
    REQUIRE(normalized(text, NormalForm::none) == text);
    REQUIRE(normalized(text, NormalForm::nfc) == nfc);
    REQUIRE(normalized(text, NormalForm::nfd) == nfd);
    REQUIRE(normalized(text, NormalForm::nfkc) == nfkc);
    REQUIRE(normalized(nfd, NormalForm::nfc) == nfc);
    REQUIRE(normalized(nfc, NormalForm::nfd) == nfd);
  }
  std::string longest;  // in this form a character becomes 18
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    longest += "\uFDFA";
    expected += "\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064A\u0647 \u0648\u0633\u0644\u0645";
  }
  REQUIRE(normalized(longest, NormalForm::nfkc) == expected);
}

TEST_CASE("what is no UTF-8 keeps its bytes", "[text]") {
  for (const std::string text : {"e\u0301\xFF", "\xC3", "\xED\xA0\x80 e\u0301"})
    REQUIRE(normalized(text, NormalForm::nfc) == text);
}

TEST_CASE("texts that look alike", "[text]") {
  const std::pair<const char*, const char*> alike[] = {{"\u00E9t\u00E9", "e\u0301te\u0301"},
                                                       {"paypal", "p\u0430yp\u0430l"},
                                                       {"king", "ki\u200Bng"},
                                                       {"\u041C\u041E\u0421\u041A\u0412\u0410", "MOCKBA"},
                                                       {"\u212B", "\u00C5"},
                                                       {"so\u00ADft", "soft"}};
  for (const auto& [a, b] : alike) {
    CAPTURE(a, b);
    REQUIRE((look_alike(a, b) && look_alike(b, a)));
  }
  const std::pair<const char*, const char*> unlike[] = {
      {"\u00E9t\u00E9", "ete"}, {"king", "queen"},    {"rn", "m"},        {"l", "1"},
      {"\u00E9", "\u00E9"},     {"\u4E2D", "\u6587"}, {"\u00E9", "\xC3"}, {"", "a"}};
  for (const auto& [a, b] : unlike) {
    CAPTURE(a, b);
    REQUIRE((!look_alike(a, b) && !look_alike(b, a)));
  }
}

TEST_CASE("tokens of a form are of this form, small letters as well", "[text]") {
  const std::string text = "J\u030C E\u0301. \uFB01 x\u0301y \u1E9B\u0323 \u0130 A\u030A\u0301";
  for (const LetterCase letter_case : {LetterCase::lower, LetterCase::keep}) {
    for (const NormalForm form : {NormalForm::nfc, NormalForm::nfkc}) {
      for (const bool ascii_path : {true, false}) {
        Segmenter segmenter({.normalize = form,
                             .letter_case = letter_case,
                             .punctuation = Punctuation::split,
                             .ascii_path = ascii_path});
        std::string out;
        segmenter.append_tokens(text, out);
        REQUIRE(normalized(out, form) == out);
      }
    }
  }
}

}  // namespace
}  // namespace w2v::test
