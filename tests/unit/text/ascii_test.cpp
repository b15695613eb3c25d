#include <random>

#include "../support.hpp"
#include "w2v/text/segmenter.hpp"

namespace w2v::test {
namespace {

std::string tokens_of(Segmenter& segmenter, const std::string& text) {
  std::string out;
  segmenter.append_tokens(text, out);
  return out;
}

/// Characters of each class that the ASCII path knows, those that it leaves to ICU, and some that are no ASCII.
std::string random_text(std::mt19937& random, bool all_of_unicode) {
  constexpr const char* ascii[] = {"a", "b", "I", "Z", "the", "Q",  "0", "7",  "42", ".",  "'",    ",",
                                   ";", ":", "_", "-", "!",   "\"", "$", "%",  "(",  "/",  "\\",   "@",
                                   "#", "+", "~", "`", " ",   " ",  " ", "  ", "\t", "\r", "\x01", "\x7f"};
  constexpr const char* others[] = {
      "é",      "ß",      "İ",      "Σ",        "ж",      "Ж",      "א",      "״",       "中",
      "文",     "の",     "カ",     "ไทย",      "\u0301", "\u200D", "\u00AD", "\u00A0",  "\u2019",
      "…",      "€",      "😀",      "👨\u200D👩", "🇩🇪",     "٣",      "\uFFFD", "\u3000",  "½",
      "\u0085", "\u2028", "\u00A8", "\uFDFA",   "\u212B", "\uFF21", "\uFF1A", "J\u030C", "\u1112\u1161",
      "\u11AB"};
  std::string text;
  for (unsigned n = 1 + random() % 30; n > 0; --n) {
    if (all_of_unicode && random() % 3 == 0) {
      text += others[random() % std::size(others)];
    } else {
      text += ascii[random() % std::size(ascii)];
    }
  }
  return text;
}

TEST_CASE("the ASCII path gives what ICU gives", "[text]") {
  std::mt19937 random(8);
  for (const std::string locale :
       {"", "en", "en_US_POSIX", "tr", "az", "lt", "fi", "sv", "de", "fr", "el", "ja", "zh", "th", "he"}) {
    for (const int round : {0, 1, 2, 3, 4, 5}) {
      TextConfig config{
          .normalize = std::array{NormalForm::nfc, NormalForm::nfkc, NormalForm::none}[(round + 2) / 2 % 3],
          .letter_case = round % 2 == 0 ? LetterCase::lower : LetterCase::keep,
          .numbers = std::array{Numbers::keep, Numbers::zero, Numbers::spell}[round % 3],
          .punctuation = round < 3 ? Punctuation::split : Punctuation::drop,
          .locale = locale};
      Segmenter fast(config);
      config.ascii_path = false;
      Segmenter icu(config);
      for (int i = 0; i < 1500; ++i) {
        const std::string text = random_text(random, i % 2 == 1);
        INFO(locale << " '" << text << "'");
        REQUIRE(tokens_of(fast, text) == tokens_of(icu, text));
      }
      REQUIRE(fast.tokens() == icu.tokens());
    }
  }
}

TEST_CASE("all short ASCII texts are split as ICU splits them", "[text]") {
  const std::string characters = "aZ07.',;:_-@\" $";
  TextConfig config{.punctuation = Punctuation::split};
  Segmenter fast(config);
  config.ascii_path = false;
  Segmenter icu(config);
  std::size_t wrong = 0;
  for (std::size_t number = 0; number < 15 * 15 * 15 * 15; ++number) {
    std::string text;
    for (std::size_t rest = number; text.size() < 4; rest /= 15) text += characters[rest % 15];
    wrong += tokens_of(fast, text) == tokens_of(icu, text) ? 0 : 1;
  }
  REQUIRE(wrong == 0);
}

}  // namespace
}  // namespace w2v::test
