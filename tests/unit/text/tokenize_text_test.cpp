#include <random>

#include "../support.hpp"
#include "w2v/text/segmenter.hpp"
#include "w2v/text/tokenize_text.hpp"

namespace w2v::test {
namespace {

std::string tokens_of(const std::string& text, const TextConfig& config = {}) {
  Segmenter segmenter(config);
  std::string out;
  segmenter.append_tokens(text, out);
  if (!out.empty()) out.pop_back();
  return out;
}

TEST_CASE("words of many languages", "[text]") {
  const std::pair<const char*, const char*> table[] = {
      {"Don't stop: it's 3.14 (1,000.5) -- \"U.S.A.\" e-mail, snake_case and C++!",
       "don't stop it's 3.14 1,000.5 u.s.a e mail snake_case and c"},
      {"L'été, c'est Noël\u2026 cœur à cœur «œuvre»", "l'été c'est noël cœur à cœur œuvre"},
      {"Größe STRASSE Straße Äpfel", "größe strasse straße äpfel"},
      {"Москва — столица РОССИИ; по-русски ёлка", "москва столица россии по русски ёлка"},
      {"ΟΔΥΣΣΕΥΣ, Σ και ΣΑΣ", "οδυσσευς σ και σας"},
      {"שלום עולם! צה״ל", "שלום עולם צה״ל"},
      {"مرحبا بالعالم، ١٢٣", "مرحبا بالعالم ١٢٣"},
      {"हिन्दी में लिखा है।", "हिन्दी में लिखा है"},
      {"한국어 문장입니다.", "한국어 문장입니다"},
      {"cafe\u0301 nai\u0308ve", "caf\u00E9 na\u00EFve"},
      {"zero\u200Bwidth soft\u00ADhyphen", "zero width soft\u00ADhyphen"},
      {"I ❤️ 🎉 and 👩\u200D👩\u200D👧 not ©", "i ❤️ 🎉 and 👩\u200D👩\u200D👧 not"},
      {"", ""},
      {" \t ... -- ", ""},
  };
  for (const auto& [text, tokens] : table) REQUIRE(tokens_of(text) == tokens);
}

TEST_CASE("languages without blanks are cut by dictionaries", "[text]") {
  REQUIRE(tokens_of("我是学生。") == "我是 学生");
  REQUIRE(tokens_of("私は学生です。", {.punctuation = Punctuation::split}) == "私 は 学生 です 。");
  REQUIRE(tokens_of("สวัสดีชาวโลก") == "สวัสดี ชาว โลก");
}

TEST_CASE("lower case follows the locale", "[text]") {
  REQUIRE(tokens_of("ISPARTA İzmir Ilık", {.locale = "tr"}) == "ısparta izmir ılık");
  REQUIRE(tokens_of("ISPARTA İzmir", {.locale = "az"}) == "ısparta izmir");
  REQUIRE(tokens_of("ISPARTA İzmir") == "isparta i\u0307zmir");
  REQUIRE(tokens_of("ISPARTA İzmir", {.letter_case = LetterCase::keep, .locale = "tr"}) == "ISPARTA İzmir");
  REQUIRE_THROWS_AS(Segmenter(TextConfig{.locale = "klingon"}), UsageError);
  REQUIRE_THROWS_AS(Segmenter(TextConfig{.locale = std::string(1000, 'x')}), UsageError);
  for (const char* locale : {"", "en", "zh-Hant", "pt_BR", "sr-Latn-RS"})
    REQUIRE_NOTHROW(TextConfig{.locale = locale}.validate());
}

TEST_CASE("numbers", "[text]") {
  const std::string text = "In 1999 3.5% of x86, ٤٢ ½";
  REQUIRE(tokens_of(text) == "in 1999 3.5 of x86 ٤٢");
  REQUIRE(tokens_of(text, {.numbers = Numbers::zero}) == "in 0000 0.0 of x00 00");
  REQUIRE(tokens_of(text, {.numbers = Numbers::spell}) == "in one nine nine nine three five of x86 four two");
  REQUIRE(tokens_of("10", {.numbers = Numbers::spell, .locale = "de"}) == "eins null");
}

struct Outcome {
  std::string text;
  TextReport report;
};

Outcome tokenized(const std::string& text, const TextConfig& config, int threads) {
  const TemporaryFolder folder;
  Observer nobody;
  Outcome outcome;
  outcome.report = tokenize_text(
      {folder.write("t", text)}, config, threads, [&](std::string_view bytes) { outcome.text += bytes; }, nobody);
  return outcome;
}

/// Lines, empty lines, and lines that are longer than a block, of made-up words; and what they become.
TEST_CASE("sentences do not depend on blocks and threads", "[text]") {
  for (const Sentences sentences : {Sentences::line, Sentences::paragraph, Sentences::icu}) {
    std::mt19937 random(6);
    std::string text;
    std::string expected;
    std::uint64_t tokens = 0;
    bool open = false;
    const auto end = [&] {
      if (std::exchange(open, false)) expected.back() = '\n';
    };
    for (int line = 0; line < 300; ++line) {
      unsigned words = random() % 4 == 0 ? 0 : random() % 20;
      if (line % 100 == 50) words = 90'000;
      for (unsigned i = 0; i < words; ++i) {
        const std::string word = "w" + std::to_string(random() % 1000);
        text += word + (random() % 9 == 0 ? " -- " : i + 1 == words && random() % 2 == 0 ? "" : " ");
        expected += word + " ";
        ++tokens;
        open = true;
      }
      if (words == 0 && random() % 2 == 0) text += " \t\v";
      // A return and a newline would be one end.
      text += line % 3 == 0 ? "\r\n" : line % 3 == 1 ? "\n" : "\r ";
      if (sentences != Sentences::paragraph || words == 0) end();
    }
    end();
    for (const int threads : {1, 2, 5}) {
      const Outcome outcome = tokenized(text, {.sentences = sentences}, threads);
      REQUIRE((outcome.text == expected));
      REQUIRE(outcome.report.tokens == tokens);
      REQUIRE(outcome.report.sentences ==
              static_cast<std::uint64_t>(std::count(expected.begin(), expected.end(), '\n')));
      REQUIRE(outcome.report.invalid_bytes == 0);
    }
  }
}

TEST_CASE("sentences as ICU finds them", "[text]") {
  const TextConfig config{
      .letter_case = LetterCase::keep, .punctuation = Punctuation::split, .sentences = Sentences::icu, .locale = "en"};
  REQUIRE(tokenized("Mr. Fox ran. \"Why?\" he said. 你好。再见。 Naïve 😀! So\nwhat", config, 1).text ==
          "Mr . Fox ran .\n\" Why ? \"\nhe said .\n你好 。\n再见 。\nNaïve 😀 !\nSo\nwhat\n");
}

}  // namespace
}  // namespace w2v::test
