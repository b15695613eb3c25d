#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>

#include "command_line/console.hpp"
#include "command_line/named_files.hpp"
#include "command_line/numbers.hpp"
#include "command_line/progress_view.hpp"
#include "commands/commands.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/text/tokenize_text.hpp"

namespace app {
namespace {

struct Options {
  std::vector<std::string> paths{"-"};
  std::string output = "-";
  bool lower = false;
  bool keep_case = false;
  std::string normalize = "nfc";
  std::string numbers = "keep";
  std::string punctuation = "drop";
  std::string sentences = "line";
  w2v::TextConfig config;
  int threads = 0;
};

w2v::TextConfig resolved(const Options& options) {
  w2v::TextConfig config = options.config;
  config.letter_case = options.keep_case ? w2v::LetterCase::keep : w2v::LetterCase::lower;
  config.normalize = options.normalize == "nfc"    ? w2v::NormalForm::nfc
                     : options.normalize == "nfkc" ? w2v::NormalForm::nfkc
                                                   : w2v::NormalForm::none;
  config.numbers = options.numbers == "keep"   ? w2v::Numbers::keep
                   : options.numbers == "zero" ? w2v::Numbers::zero
                                               : w2v::Numbers::spell;
  config.punctuation = options.punctuation == "drop" ? w2v::Punctuation::drop : w2v::Punctuation::split;
  config.sentences = options.sentences == "line"        ? w2v::Sentences::line
                     : options.sentences == "paragraph" ? w2v::Sentences::paragraph
                                                        : w2v::Sentences::icu;
  config.validate();
  return config;
}

void run(const Options& options) {
  std::vector<NamedFile> inputs;
  for (const std::string& path : options.paths) inputs.push_back({"TEXT", path});
  check_files(inputs, {{"--output", options.output}});
  const w2v::TextConfig config = resolved(options);
  w2v::AtomicFile output(options.output);
  ProgressView view;
  const w2v::TextReport report = w2v::tokenize_text(
      options.paths, config, w2v::thread_count(options.threads), [&](std::string_view text) { output.write(text); },
      view);
  output.commit();
  console::info(fmt::format("wrote {} tokens in {} sentences", w2v::format_count(report.tokens),
                            w2v::format_count(report.sentences)),
                {{"tokens", report.tokens}, {"sentences", report.sentences}});
  if (report.invalid_bytes > 0) {
    console::warning(
        fmt::format("not UTF-8: {} bytes, each replaced by U+FFFD", w2v::format_count(report.invalid_bytes)));
  }
}

}  // namespace

void add_tokenize(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("tokenize", "raw text to a sentence a line, a blank between tokens");
  command
      ->add_option("text", options->paths, "UTF-8: files, folders, archives, - for standard input; plain or compressed")
      ->type_name("TEXT")
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "where the tokens go; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  CLI::Option* lower = command->add_flag("--lower", options->lower, "lower case, by the rules of --locale [so it is]");
  command->add_flag("--keep-case", options->keep_case, "leave upper case")->excludes(lower);
  command
      ->add_option("--normalize", options->normalize,
                   "Unicode form. nfc: an accented letter is one character; nfkc: also ligatures, full-width letters "
                   "and the like "
                   "become usual letters; none: the text's own")
      ->check(CLI::IsMember({"nfc", "nfkc", "none"}))
      ->capture_default_str();
  command
      ->add_option("--numbers", options->numbers,
                   "keep; zero: each digit becomes 0; spell: digit by digit, 42 is 'four two'")
      ->check(CLI::IsMember({"keep", "zero", "spell"}))
      ->capture_default_str();
  command
      ->add_option("--punctuation", options->punctuation,
                   "drop (with symbols, but not emoji); split: each character is a token")
      ->check(CLI::IsMember({"drop", "split"}))
      ->capture_default_str();
  command
      ->add_option(
          "--sentences", options->sentences,
          "line: a line is one; paragraph: lines up to an empty one are one; icu: lines are cut at ends of sentences")
      ->check(CLI::IsMember({"line", "paragraph", "icu"}))
      ->capture_default_str();
  command->add_flag("--strip-html", options->config.strip_html,
                    "take out tags, comments, scripts and styles, decode &amp; and the like");
  command
      ->add_option(
          "--locale", options->config.locale,
          "a language: tr has a dotless i, fr spells numbers in French [none: rules for all languages, English digits]")
      ->type_name("LANGUAGE");
  command->add_option("-t,--threads", options->threads, "threads [the cores that may be used]; the result is the same")
      ->transform(whole_number(1, 4096));
  command->callback([options] { run(*options); });
}

}  // namespace app
