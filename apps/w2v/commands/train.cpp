#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "commands/commands.hpp"
#include "commands/corpus_options.hpp"
#include "commands/whole_number.hpp"
#include "console.hpp"
#include "epoch_scores.hpp"
#include "output_format.hpp"
#include "progress_view.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/corpus.hpp"
#include "w2v/simd/target.hpp"
#include "w2v/train/trainer.hpp"
#include "w2v/vectors/format.hpp"
#include "w2v/vectors/vector_format.hpp"

namespace commands {
namespace {

struct Options {
  CorpusOptions corpus;
  w2v::TrainConfig train;
  std::string output = "vectors.bin";
  std::string format;
  std::string save_vocab;
  std::vector<std::string> eval;
  std::string architecture = "skipgram";
  std::string subsample_formula = "paper";
  std::string cbow_update = "word2vec";
};

void report_size(const w2v::Corpus& corpus, const w2v::TrainConfig& config) {
  const w2v::Subsampler subsampler(corpus.vocabulary, config.subsample, config.subsample_formula);
  const double kept_share = subsampler.expected_tokens() / static_cast<double>(corpus.vocabulary.total());
  const std::uint64_t tokens = corpus.tokens.tokens().size();
  console::info(fmt::format("sentences: {}; expected after subsampling at {}: {} tokens an epoch, {:.1f} %",
                            w2v::format_count(corpus.tokens.sentences()), config.subsample,
                            w2v::format_count(static_cast<std::uint64_t>(kept_share * static_cast<double>(tokens))),
                            100 * kept_share));
  const std::uint64_t matrices = w2v::model_bytes(corpus.vocabulary.size(), config.dim);
  const std::uint64_t vocabulary = corpus.vocabulary.memory();
  const std::uint64_t ids = tokens * sizeof(w2v::TokenId);
  console::info(fmt::format("memory: {} for two matrices, {} for the vocabulary, {} for the token ids{}",
                            w2v::format_bytes(matrices), w2v::format_bytes(vocabulary), w2v::format_bytes(ids),
                            corpus.tokens.on_disk() ? " (in a temporary file)" : ""));
  if (matrices > w2v::free_memory()) {
    console::warning(fmt::format("the matrices need {}, of memory {} is free: lower --dim, or the number of words with "
                                 "--min-count or --max-vocab",
                                 w2v::format_bytes(matrices), w2v::format_bytes(w2v::free_memory())));
  }
}

void run(Options options) {
  std::vector<Input> inputs = options.corpus.inputs();
  for (const std::string& path : options.eval) inputs.push_back({"--eval", path});
  check_standard_input(inputs);
  w2v::TrainConfig& config = options.train;
  config.architecture = options.architecture == "cbow" ? w2v::Architecture::cbow : w2v::Architecture::skipgram;
  config.subsample_formula =
      options.subsample_formula == "paper" ? w2v::SubsampleFormula::paper : w2v::SubsampleFormula::word2vec;
  config.cbow_update = options.cbow_update == "mean" ? w2v::CbowUpdate::mean : w2v::CbowUpdate::word2vec;
  config.threads = options.corpus.threads();
  config.validate();
  const w2v::VectorFormat format = output_format(options.format, options.output);
  if (format != w2v::VectorFormat::text && format != w2v::VectorFormat::binary) {
    throw w2v::UsageError(fmt::format("{}: train writes text or binary: expected another ending, or --format; "
                                      "w2v convert makes {} of either",
                                      options.output, w2v::name_of(format)));
  }

  // What is wrong with a set or with the path of an output shows before the corpus is read.
  EpochScores scores(options.eval, config.threads);
  w2v::AtomicFile output(options.output);
  std::optional<w2v::AtomicFile> vocabulary_output;
  if (!options.save_vocab.empty()) vocabulary_output.emplace(options.save_vocab);

  ProgressView view;
  w2v::Corpus corpus = read_with_report(options.corpus, view);
  report_size(corpus, config);
  if (vocabulary_output) w2v::write_vocabulary(corpus.vocabulary, std::move(*vocabulary_output));
  output.require_space(corpus.vocabulary.size() * config.dim * sizeof(float));

  console::info(fmt::format(
      "training: {}, dim {}, window {}{}, {} noise words of count^{}, {} epochs, rate {} to {}, {} threads, seed {}, {}",
      options.architecture, config.dim, config.window, config.fixed_window ? " fixed" : "", config.negatives,
      config.noise_power, config.epochs, config.start_rate(), config.end_rate(), config.threads, config.seed,
      w2v::simd::target_name()));
  if (config.threads == 1) {
    console::info("one thread: the same text, options and instruction set give the same bytes");
  }
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t passed = corpus.tokens.tokens().size() * static_cast<std::uint64_t>(config.epochs);
  const w2v::Model model = w2v::train(corpus, config, view, std::ref(scores));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() - scores.seconds();
  console::info(fmt::format("trained {} tokens in {:.1f} s, {:.0f} words/s", w2v::format_count(passed), seconds,
                            static_cast<double>(passed) / seconds),
                {{"tokens", static_cast<double>(passed)}, {"seconds", seconds}});

  w2v::VectorWriter writer(std::move(output), format, model.vocabulary.size(), config.dim);
  for (std::size_t i = 0; i < model.vocabulary.size(); ++i) {
    writer.write(model.vocabulary.words()[i], {model.input.row(i), config.dim});
  }
  writer.commit();
  if (options.output != "-") {
    console::info(fmt::format("wrote {}: {} vectors of {} values", options.output,
                              w2v::format_count(model.vocabulary.size()), config.dim));
  }
}

}  // namespace

void add_train(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("train", "learn word vectors from a corpus");
  Options& o = *options;
  w2v::TrainConfig& t = o.train;
  add_corpus_options(*command, o.corpus);

  command->add_option("-o,--output", o.output, "where the vectors go; - for standard output")->capture_default_str();
  command->add_option("--format", o.format, "text or binary; by the ending where not given (.txt and .vec: text)")
      ->check(CLI::IsMember({"text", "binary"}));
  command->add_option("--save-vocab", o.save_vocab, "write the vocabulary there, as 'word count' lines");

  const std::string model = "Model";
  command->add_option("-a,--architecture", o.architecture, "skipgram or cbow")
      ->check(CLI::IsMember({"skipgram", "cbow"}))->capture_default_str()->group(model);
  command->add_option("-d,--dim", t.dim, "values of a vector")->capture_default_str()->group(model);
  command->add_option("-w,--window", t.window, "furthest context word on each side")->capture_default_str()->group(model);
  command->add_flag("--fixed-window", t.fixed_window, "use the whole window always, not 1 to N by chance")->group(model);
  command->add_option("-n,--negatives", t.negatives, "noise words for each centre word")
      ->capture_default_str()->group(model);
  command->add_option("--noise-power", t.noise_power, "noise is drawn in proportion to count^P")
      ->capture_default_str()->group(model);
  command->add_option("--cbow-update", o.cbow_update,
                      "word2vec: every context word gets the whole gradient, as in the C tool; mean: its share, the true derivative")
      ->check(CLI::IsMember({"mean", "word2vec"}))->capture_default_str()->group(model);

  const std::string training = "Training";
  command->add_option("-e,--epochs", t.epochs, "passes over the corpus")->capture_default_str()->group(training);
  command->add_option("--subsample", t.subsample, "drop tokens of words more frequent than this share by chance; 0: none")
      ->capture_default_str()->group(training);
  command->add_option("--subsample-formula", o.subsample_formula,
                      "paper: keep with sqrt(t/f); word2vec: sqrt(t/f) + t/f, as the C tool")
      ->check(CLI::IsMember({"paper", "word2vec"}))->capture_default_str()->group(training);
  command->add_option("--lr", t.learning_rate, "learning rate at the start [0.025; cbow: 0.05]")->group(training);
  command->add_option("--min-lr", t.min_learning_rate, "learning rate at the end, linear in between [--lr / 10000]")
      ->group(training);
  command->add_option("--max-sentence", t.max_sentence, "cut longer sentences after so many kept tokens, losing none")
      ->capture_default_str()->group(training);
  command->add_option("--eval", o.eval, "score this set of analogies or similarities after each epoch, as w2v eval; may be repeated")
      ->allow_extra_args(false)->type_name("SET")->group(training);
  command->add_option("--seed", t.seed, "start of all random numbers")
      ->check(whole_number(0))->capture_default_str()->group(training);
  command->callback([options] { run(*options); });
}

}  // namespace commands
