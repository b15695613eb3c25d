#include "training/corpus_options.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include "command_line/console.hpp"
#include "training/setting_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"

namespace app {

int CorpusOptions::threads() const {
  return w2v::thread_count(config.threads);
}

std::vector<NamedFile> CorpusOptions::inputs() const {
  const w2v::VocabularyConfig& vocabulary = config.vocabulary;
  std::vector<NamedFile> inputs{{"--stop-words", vocabulary.stop_words_file},
                                {"--keep-words", vocabulary.keep_words_file},
                                {"--read-vocab", vocabulary.vocabulary_file}};
  for (const std::string& path : config.paths) inputs.insert(inputs.begin(), {"CORPUS", path});
  return inputs;
}

w2v::CorpusConfig CorpusOptions::resolved() const {
  w2v::CorpusConfig resolved = config;
  resolved.threads = threads();
  try {
    if (!memory.empty()) resolved.memory = std::max<std::uint64_t>(1, w2v::parse_size(memory));
  } catch (const w2v::UsageError& e) {
    throw w2v::UsageError(std::string("--memory: ") + e.what());
  }
  return resolved;
}

void add_corpus_options(CLI::App& command, CorpusOptions& options) {
  w2v::CorpusConfig& config = options.config;
  command
      .add_option("corpus", config.paths,
                  "text: files, folders (every file below, but hidden ones), zip, tar and 7z archives, - for standard "
                  "input; plain "
                  "or compressed. Tokens stand between blanks. A line is a sentence; a token </s> ends one, too")
      ->required()
      ->type_name("CORPUS");
  add_settings(command, w2v::SettingGroup::vocabulary, config.vocabulary);
  const w2v::SettingFacts& threads = w2v::facts_of(&w2v::TrainConfig::threads);
  add_setting(command, threads, config.threads);
  command
      .add_option("--memory", options.memory,
                  "token ids beyond this size go to a temporary file in $TMPDIR [half of the free memory]")
      ->type_name("SIZE")
      ->group(std::string(w2v::name_of(threads.group)));
}

void report_vocabulary(const w2v::VocabularyReport& report, std::size_t words, const w2v::VocabularyConfig& config) {
  const auto amount = [](const w2v::TokenCount& count) {
    return fmt::format("{} tokens, {} types", w2v::format_count(count.tokens), w2v::format_count(count.types));
  };
  console::info(fmt::format("read: {}", amount(report.read)),
                {{"tokens", report.read.tokens}, {"types", report.read.types}});
  const auto dropped = [&](const std::string& why, const w2v::TokenCount& count) {
    if (count.types > 0) console::info(fmt::format("dropped: {}: {}", amount(count), why));
  };
  dropped(fmt::format("less frequent than --min-count {}", config.min_count), report.below_min_count);
  dropped(fmt::format("beyond --max-vocab {}", config.max_words), report.beyond_max_words);
  dropped(fmt::format("in --stop-words {}", config.stop_words_file), report.stop_words);
  dropped(fmt::format("not in --read-vocab {}", config.vocabulary_file), report.not_in_file);
  console::info(fmt::format("kept: {}; the vocabulary has {} words", amount(report.kept), w2v::format_count(words)),
                {{"tokens", report.kept.tokens}, {"words", words}});
}

w2v::Corpus read_with_report(const CorpusOptions& options, w2v::Observer& observer, const w2v::Vocabulary* earlier) {
  const w2v::CorpusConfig config = options.resolved();
  w2v::Corpus corpus = w2v::read_corpus(config, observer, earlier);
  report_vocabulary(corpus.report, corpus.vocabulary.size(), config.vocabulary);
  return corpus;
}

}  // namespace app
