#include <CLI/CLI.hpp>

#include <memory>

#include "command_line/named_files.hpp"
#include "command_line/progress_view.hpp"
#include "commands/commands.hpp"
#include "training/corpus_options.hpp"

namespace app {
namespace {

struct Options {
  CorpusOptions corpus;
  std::string output = "-";
};

void run(const Options& options) {
  check_files(options.corpus.inputs(), {{"--output", options.output}});
  w2v::AtomicFile output(options.output);
  ProgressView view;
  const w2v::CorpusConfig config = options.corpus.resolved();
  const w2v::CountedCorpus counted = w2v::count_corpus(config, view);
  report_vocabulary(counted.report, counted.vocabulary.size(), config.vocabulary);
  w2v::write_vocabulary(counted.vocabulary, std::move(output));
}

}  // namespace

void add_vocab(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("vocab", "count a corpus, write 'word count' lines");
  add_corpus_options(*command, options->corpus);
  command->add_option("-o,--output", options->output, "where the lines go; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command->callback([options] { run(*options); });
}

}  // namespace app
