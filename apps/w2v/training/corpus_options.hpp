#pragma once

#include <string>
#include <vector>

#include "command_line/named_files.hpp"
#include "w2v/base/observer.hpp"
#include "w2v/corpus/corpus.hpp"

namespace CLI {
class App;
}

namespace app {

/// The options of every command that reads a corpus.
struct CorpusOptions {
  w2v::CorpusConfig config;
  std::string memory;

  /// The number of threads that holds, given or not.
  [[nodiscard]] int threads() const;
  /// All that is read.
  [[nodiscard]] std::vector<NamedFile> inputs() const;
  /// The configuration with all options applied. Throws w2v::UsageError.
  [[nodiscard]] w2v::CorpusConfig resolved() const;
};

void add_corpus_options(CLI::App& command, CorpusOptions& options);

/// Reads the corpus and tells what was read, dropped and why.
w2v::Corpus read_with_report(const CorpusOptions& options, w2v::Observer& observer, const w2v::Vocabulary* earlier);

/// Tells what was read, dropped and why.
void report_vocabulary(const w2v::VocabularyReport& report, std::size_t words, const w2v::VocabularyConfig& config);

}  // namespace app
