// Raw text, plain, compressed or in an archive: lines of tokens, which are the same with ICU looking at every
// character.
//
// Input: a byte of choices (case, punctuation, HTML, threads, sentences), one for numbers, locale and form, the text.

#include <array>
#include <string>

#include "fuzz.hpp"
#include "w2v/base/text.hpp"
#include "w2v/base/utf8.hpp"
#include "w2v/text/tokenize_text.hpp"

namespace w2v::fuzz {
namespace {

struct Outcome {
  std::string text;
  TextReport report;
};

Outcome tokenized(const std::string& path, const TextConfig& config, int threads) {
  Observer nobody;
  Outcome outcome;
  outcome.report = tokenize_text(
      {path}, config, threads, [&](std::string_view text) { outcome.text += text; }, nobody);
  return outcome;
}

void check_lines(const Outcome& outcome) {
  std::uint64_t tokens = 0;
  std::uint64_t sentences = 0;
  char before = '\n';
  for (const char c : outcome.text) {
    const bool ends = c == ' ' || c == '\n';
    require(ends || !is_separator(c), "a token holds no separator");
    require(!ends || (before != ' ' && before != '\n'), "no token and no line is empty");
    tokens += ends ? 1 : 0;
    sentences += c == '\n' ? 1 : 0;
    before = c;
  }
  require(before == '\n', "the last line ends");
  require(tokens == outcome.report.tokens, "tokens are counted");
  require(sentences == outcome.report.sentences, "sentences are counted");
  for (std::string_view rest = outcome.text; !rest.empty();)
    require(take_character(rest) < invalid_byte, "the output is UTF-8");
}

void check(Input input) {
  const unsigned choices = input.choice();
  const unsigned more = input.choice();
  TextConfig config;
  config.letter_case = (choices & 1) != 0 ? LetterCase::keep : LetterCase::lower;
  config.punctuation = (choices & 2) != 0 ? Punctuation::split : Punctuation::drop;
  config.strip_html = (choices & 4) != 0;
  config.sentences = std::array{Sentences::line, Sentences::paragraph, Sentences::icu}[(choices >> 4) % 3];
  config.numbers = std::array{Numbers::keep, Numbers::zero, Numbers::spell}[more % 3];
  config.locale = std::array{"", "tr", "lt", "en", "ja", "fi"}[more / 3 % 6];
  config.normalize = std::array{NormalForm::nfc, NormalForm::nfkc, NormalForm::none}[more / 18 % 3];
  const int threads = (choices & 8) != 0 ? 2 : 1;
  const std::string path = Folder::get().write("in", input.rest());
  accepted([&] {
    const Outcome outcome = tokenized(path, config, threads);
    check_lines(outcome);
    require(normalized(outcome.text, config.normalize) == outcome.text, "the output has the form");
    config.ascii_path = false;
    require(tokenized(path, config, 1).text == outcome.text, "ICU finds the same tokens");
  });
}

}  // namespace
}  // namespace w2v::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  w2v::fuzz::check({data, size});
  return 0;
}
