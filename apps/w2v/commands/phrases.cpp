#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "command_line/console.hpp"
#include "command_line/named_files.hpp"
#include "command_line/numbers.hpp"
#include "command_line/progress_view.hpp"
#include "commands/commands.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/block_reader.hpp"
#include "w2v/corpus/tokenizer.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/phrases/phrase_text.hpp"

namespace app {
namespace {

struct Options {
  w2v::PhraseConfig config;
  std::string output = "-";
  std::string score = "word2phrase";
  std::vector<double> thresholds;
  int passes = 1;
  std::string common;
  std::string memory;
  bool list = false;
};

/// Words that are parted by commas, or, where there is no comma, the words in a file.
std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  const auto add = [&](std::string_view word) { words.emplace_back(word); };
  if (list.find(',') != std::string::npos) {
    std::ranges::for_each(w2v::split(list, ", "), add);
  } else if (!list.empty()) {
    ProgressView view;
    w2v::BlockReader reader({list}, std::size_t{1} << 20);
    reader.report_to(view);
    for (std::string text; reader.next(text);) w2v::tokenize(text, add, [] {});
  }
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  if (words.empty() && !list.empty())
    throw w2v::Error(fmt::format("{}: no word in it: expected words", w2v::printable(list)));
  return words;
}

void resolve(Options& options) {
  options.config.score = options.score == "npmi" ? w2v::PhraseScore::npmi : w2v::PhraseScore::word2phrase;
  if (options.thresholds.empty()) options.thresholds = {w2v::default_threshold(options.config.score)};
  if (options.thresholds.size() > static_cast<std::size_t>(options.passes)) {
    throw w2v::UsageError(
        fmt::format("{} thresholds for {} passes: expected one a pass, or fewer, of which the last holds on",
                    options.thresholds.size(), options.passes));
  }
  try {
    if (!options.memory.empty()) options.config.memory = std::max<std::uint64_t>(1, w2v::parse_size(options.memory));
  } catch (const w2v::UsageError& e) {
    throw w2v::UsageError(std::string("--memory: ") + e.what());
  }
  options.config.threads = w2v::thread_count(options.config.threads);
  options.config.validate();
}

void report(int number, const w2v::PhrasePass& pass, const w2v::PhraseConfig& config) {
  console::info(fmt::format("pass {}: {} tokens, {} phrases, joined {} times", number, w2v::format_count(pass.tokens),
                            w2v::format_count(pass.phrases.size()), w2v::format_count(pass.joined)),
                {{"pass", number}, {"tokens", pass.tokens}, {"phrases", pass.phrases.size()}, {"joined", pass.joined}});
  if (pass.rounds <= config.threads) return;
  console::info(fmt::format(
      "pass {}: --memory does not hold all pairs: counted in {} parts, each by walking all tokens again; no "
      "pair is dropped",
      number, pass.rounds));
}

void run(Options options) {
  std::vector<NamedFile> inputs{{"--common", options.common}};
  for (const std::string& path : options.config.paths) inputs.insert(inputs.begin(), {"CORPUS", path});
  check_files(inputs, {{"--output", options.output}});
  resolve(options);
  w2v::AtomicFile output(options.output);
  options.config.common_words = words_of(options.common);
  options.config.validate();
  ProgressView view;
  w2v::PhraseText text(options.config, view);
  for (int i = 0; i < options.passes; ++i) {
    const double threshold = options.thresholds[std::min(static_cast<std::size_t>(i), options.thresholds.size() - 1)];
    const w2v::PhrasePass pass = text.pass(threshold);
    report(i + 1, pass, options.config);
    if (!options.list) continue;
    for (const w2v::Phrase& phrase : pass.phrases) {
      output.write(fmt::format("{}\t{:.6g}\t{}\n", w2v::escaped(phrase.text), phrase.score, phrase.count));
    }
  }
  if (!options.list) text.write([&](std::string_view bytes) { output.write(bytes); });
  output.commit();
}

}  // namespace

void add_phrases(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  options->config.paths = {"-"};
  CLI::App* command =
      program.add_subcommand("phrases", "join words that belong together into one token: new york becomes new_york");
  w2v::PhraseConfig& config = options->config;
  command
      ->add_option("corpus", config.paths,
                   "text: files, folders, archives, - for standard input; plain or compressed. Tokens stand between "
                   "blanks. Nothing is "
                   "joined across the end of a line or a token </s>. Each line of the text is a line of the output")
      ->type_name("CORPUS")
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "where the text goes; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_flag("--list", options->list,
                    "write the phrases instead of the text: lines of phrase, score and count, parted by tabs");
  command
      ->add_option("--score", options->score,
                   "word2phrase: (n(a b) - min-count) / n(a) / n(b) * tokens; npmi: normalised pointwise mutual "
                   "information, -1 to 1")
      ->check(CLI::IsMember({"word2phrase", "npmi"}))
      ->capture_default_str();
  command
      ->add_option("--threshold", options->thresholds,
                   "join pairs whose score is above it [100; 0.5 for npmi]; 200,100 is for pass 1 and those behind it")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("X,...");
  command->add_option("--passes", options->passes, "how often to do so: twice gives phrases of up to four words")
      ->transform(whole_number(1, 1000))
      ->capture_default_str();
  command->add_option("--min-count", config.min_count, "join only words, and pairs, that occur so often")
      ->transform(whole_number(0))
      ->capture_default_str();
  command
      ->add_option(
          "--common", options->common,
          "words that may stand inside a phrase (up to three), not at its ends: a list 'of,the', or a file of words")
      ->type_name("FILE|LIST");
  command->add_option("--delimiter", config.delimiter, "stands between the words of a phrase")
      ->type_name("CHARACTERS")
      ->capture_default_str();
  const std::string machine = "Machine";
  command->add_option("-t,--threads", config.threads, "threads [the cores that may be used]; the result is the same")
      ->transform(whole_number(1, 4096))
      ->group(machine);
  command
      ->add_option(
          "--memory", options->memory,
          "for token ids, else in a temporary file in $TMPDIR, and for pairs, else counted in parts; the result is the "
          "same [half of the free memory]")
      ->type_name("SIZE")
      ->group(machine);
  command->callback([options] { run(*options); });
}

}  // namespace app
