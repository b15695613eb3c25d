#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "command_line/console.hpp"
#include "command_line/named_files.hpp"
#include "command_line/progress_view.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "training/checkpoints.hpp"
#include "training/earlier_training.hpp"
#include "training/epoch_scores.hpp"
#include "training/loss_log.hpp"
#include "training/train_options.hpp"
#include "training/training_report.hpp"
#include "training/word_classes.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/corpus.hpp"
#include "w2v/train/trainer.hpp"
#include "w2v/vectors/fasttext_writer.hpp"
#include "w2v/vectors/load_vectors.hpp"
#include "w2v/vectors/pretrained_rows.hpp"

namespace app {
namespace {

/// What is told of a training, on the console and in the loss log.
class TrainingView : public ProgressView {
 public:
  explicit TrainingView(const TrainOptions& options) {
    if (!options.loss_log.empty()) log_.emplace(options.loss_log, !options.resume.empty());
  }
  void training(const w2v::TrainingProgress& progress) override {
    ProgressView::training(progress);
    if (log_) log_->report(progress);
  }
  void epoch_done(const w2v::EpochResult& result) override {
    ProgressView::epoch_done(result);
    if (log_) log_->epoch(result);
  }
  /// Throws w2v::Error if the loss log is not complete.
  void require_whole_log() {
    if (log_) log_->require_whole();
  }

 private:
  std::optional<LossLog> log_;
};

/// The settings of a training as fastText has them.
w2v::FastTextHeader fasttext_header(const TrainOptions& options) {
  using Header = w2v::FastTextHeader;
  const w2v::TrainConfig& config = options.train;
  Header header;
  header.window = config.window;
  header.epochs = config.epochs;
  header.min_count = static_cast<std::int32_t>(
      std::min<std::uint64_t>(options.corpus.config.vocabulary.min_count, std::numeric_limits<std::int32_t>::max()));
  header.negatives = config.negatives;
  header.loss = config.objective == w2v::Objective::hierarchical_softmax ? Header::hierarchical_softmax
                : config.objective == w2v::Objective::softmax            ? Header::softmax
                                                                         : Header::negative_sampling;
  header.model = config.architecture == w2v::Architecture::cbow ? Header::cbow : Header::skipgram;
  header.buckets = config.subwords.any() ? config.buckets : 0;
  header.least_ngram = config.subwords.least;
  header.most_ngram = config.subwords.most;
  header.subsample = config.subsample;
  return header;
}

/// A file of vectors that the training will write, opened before it begins.
struct VectorOutput {
  VectorOutput(const TrainOptions& options, const std::string& its_path)
      : path(its_path), format(options.format_of(path)), file(path) {}

  void write(const w2v::Vocabulary& vocabulary, const w2v::Matrix<float>& rows) {
    w2v::VectorWriter writer(std::move(file), format, vocabulary.size(), rows.dim());
    for (std::size_t i = 0; i < vocabulary.size(); ++i) writer.write(vocabulary.words()[i], {rows.row(i), rows.dim()});
    writer.commit();
    if (path == "-") return;
    console::info(
        fmt::format("wrote {}: {} vectors of {} values", path, w2v::format_count(vocabulary.size()), rows.dim()));
  }

  /// A whole model in fastText's form.
  void write(const w2v::Model& model, const TrainOptions& options) {
    w2v::write_fasttext(std::move(file), model, fasttext_header(options));
    if (path == "-") return;
    console::info(fmt::format("wrote {}: a fastText model of {} words, {} buckets of n-grams and {} values a row", path,
                              w2v::format_count(model.vocabulary.size()),
                              options.train.subwords.any() ? options.train.buckets : 0, model.input.dim()));
  }

  std::string path;
  w2v::VectorFormat format;
  w2v::AtomicFile file;
};

/// What --classes asks for: instead of the vectors, the classes of their words. The model's input matrix is used up.
void write_classes(const TrainOptions& options, w2v::Model& model, w2v::AtomicFile file) {
  w2v::ClusterConfig config;
  config.classes = options.classes;
  config.seed = options.train.seed;
  config.threads = options.train.threads;
  const w2v::WordVectors vectors =
      w2v::take_vectors({model.vocabulary, {}, model.rows, std::move(model.bags), std::move(model.input), {}});
  const std::string path = file.name();
  write_word_classes(vectors, find_word_classes(vectors, config), std::move(file));
  if (options.output != "-")
    console::info(fmt::format("wrote {}: the classes of {} words", path, w2v::format_count(vectors.size())));
}

/// Opens the file of --init.
w2v::RowReader open_pretrained_rows(const TrainOptions& options) {
  w2v::RowReader reader = w2v::open_vectors(options.init, {.member = options.member});
  const std::size_t dim = reader.facts().dim;
  if (dim != options.train.dim) {
    throw w2v::UsageError(fmt::format("--init {}: its vectors have {} values, --dim is {}: expected --dim {}",
                                      options.init, dim, options.train.dim, dim));
  }
  return reader;
}

/// The rows of a fastText model, its n-grams among them; of any other file the vectors of words.
w2v::PretrainedRows take_rows(const TrainOptions& options, w2v::RowReader& reader, w2v::Model& model) {
  const auto& earlier = reader.model();
  if (!earlier || model.bags.empty()) return w2v::take_pretrained_rows(reader, model);
  const w2v::TrainConfig& config = options.train;
  if (earlier->lengths() != config.subwords || earlier->header().buckets != config.buckets) {
    throw w2v::UsageError(fmt::format(
        "--init {}: its n-grams have other lengths or buckets: expected --subwords {} --buckets {}, found {} and {}",
        options.init, w2v::text_of(earlier->lengths()), earlier->header().buckets, w2v::text_of(config.subwords),
        config.buckets));
  }
  return w2v::take_pretrained_rows(*earlier, model);
}

void take_pretrained_rows(const TrainOptions& options, w2v::RowReader& reader, w2v::TrainingState& state) {
  w2v::PretrainedRows rows = take_rows(options, reader, state.model);
  report_left_out(options.init, reader.left_out());
  const std::size_t words = state.model.vocabulary.size();
  console::info(fmt::format("starting with {}: it has {} of the {} words, not {}; {} of its rows are of other words{}",
                            options.init, w2v::format_count(rows.matched), w2v::format_count(words),
                            w2v::format_count(words - rows.matched), w2v::format_count(rows.unknown),
                            options.freeze ? "; the words it has are frozen" : ""),
                {{"matched", rows.matched}, {"missing", words - rows.matched}, {"unknown", rows.unknown}});
  if (rows.matched == 0) console::warning(fmt::format("--init {}: it has no word of the corpus", options.init));
  if (options.freeze) state.frozen = std::move(rows.taken);
}

/// Tokens passed so far, over all epochs of so many.
std::uint64_t passed_tokens(const w2v::Position& at, std::uint64_t an_epoch) {
  return static_cast<std::uint64_t>(at.epoch) * an_epoch + at.in_epoch.tokens;
}

/// Trains to the end, with checkpoints if there are any.
void train(const TrainOptions& options, w2v::TrainingState& state, const w2v::TokenStream& tokens, EpochScores& scores,
           std::optional<Checkpoints>& checkpoints, TrainingView& view) {
  w2v::TrainHooks hooks;
  hooks.after_epoch = std::ref(scores);
  if (checkpoints) {
    hooks.save = std::ref(*checkpoints);
    hooks.save_every = options.time_between_checkpoints();
  }
  const std::uint64_t an_epoch = w2v::trained_tokens(tokens, options.train);
  const std::uint64_t before = passed_tokens(state.position, an_epoch);
  const auto start = std::chrono::steady_clock::now();
  try {
    w2v::train(state, tokens, options.train, view, hooks);
  } catch (const w2v::Interrupted&) {
    if (checkpoints && checkpoints->are_saved())
      console::info(fmt::format("to go on: --resume {}, with the same corpus", options.checkpoint));
    throw;
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() - scores.seconds();
  const std::uint64_t passed = passed_tokens(state.position, an_epoch) - before;
  console::info(fmt::format("trained {} tokens in {:.1f} s, {}", w2v::format_count(passed), seconds,
                            speed_text(static_cast<double>(passed) / seconds)),
                {{"tokens", passed}, {"seconds", seconds}});
  const w2v::Position& at = state.position;
  if (options.train.patience > 0) {
    console::info(
        fmt::format("ended after epoch {} of {} (--patience {}): the vectors are those of epoch {}, whose held-out "
                    "loss was lowest: {:.4f}",
                    at.epoch, options.train.epochs, options.train.patience,
                    at.epoch - static_cast<int>(at.epochs_since_best), at.best_held_out));
  }
}

void run(TrainOptions options) {
  check_files(options.inputs(), options.outputs());
  EarlierTraining earlier = resolve(options);
  check_files(options.inputs(), options.outputs());  // again, with the files that the checkpoint names
  std::optional<w2v::Checkpoint>& checkpoint = earlier.resumed;
  const w2v::TrainConfig& config = options.train;

  // What is wrong with a set or with a path shows before the corpus is read.
  EpochScores scores(options.eval, config.threads);
  VectorOutput output(options, options.output);
  std::optional<VectorOutput> second_output;
  if (!options.save_output.empty()) second_output.emplace(options, options.save_output);
  std::optional<w2v::AtomicFile> vocabulary_output;
  if (!options.save_vocab.empty()) vocabulary_output.emplace(options.save_vocab);
  if (!options.checkpoint.empty()) w2v::AtomicFile(std::string(options.checkpoint)).require_seekable();
  std::optional<w2v::RowReader> pretrained_rows;
  if (!options.init.empty()) pretrained_rows.emplace(open_pretrained_rows(options));
  TrainingView view(options);

  w2v::Corpus corpus =
      read_with_report(options.corpus, view, earlier.continued ? &earlier.continued->state.model.vocabulary : nullptr);
  if (checkpoint) w2v::require_same_corpus(*checkpoint, options.resume, corpus);
  const w2v::ModelRows rows = report_size(corpus, config);
  if (!checkpoint) warn_of_memory(rows, config);  // else they are there
  warn_of_size(corpus, config);
  if (options.classes > corpus.vocabulary.size()) {
    throw w2v::UsageError(fmt::format("--classes {}: the vocabulary has {} words: expected fewer classes",
                                      options.classes, corpus.vocabulary.size()));
  }
  if (vocabulary_output) w2v::write_vocabulary(corpus.vocabulary, std::move(*vocabulary_output));
  if (options.classes == 0) output.file.require_space(corpus.vocabulary.size() * config.dim * sizeof(float));
  report_settings(config);
  if (checkpoint) report_resumed(options.resume, *checkpoint, config, w2v::trained_tokens(corpus.tokens, config));

  if (earlier.continued) report_continued(options.continue_from, *earlier.continued, corpus, config);

  w2v::TrainingState state =
      checkpoint          ? std::move(checkpoint->state)
      : earlier.continued ? w2v::continue_training(earlier.continued->state, std::move(corpus.vocabulary), config)
                          : w2v::start_training(std::move(corpus.vocabulary), config);
  const bool has_earlier = checkpoint || earlier.continued;
  earlier.continued.reset();  // its memory
  if (has_earlier) report_frozen(state);
  if (pretrained_rows) take_pretrained_rows(options, *pretrained_rows, state);
  std::optional<Checkpoints> checkpoints;
  if (!options.checkpoint.empty()) {
    checkpoints.emplace(options.checkpoint,
                        w2v::training_facts(config, options.corpus.config.vocabulary, corpus.tokens),
                        w2v::trained_tokens(corpus.tokens, config));
  }
  train(options, state, corpus.tokens, scores, checkpoints, view);
  if (options.classes > 0) {
    write_classes(options, state.model, std::move(output.file));
  } else if (output.format == w2v::VectorFormat::fasttext) {
    output.write(state.model, options);
  } else {
    w2v::compose_word_vectors(state.model, config.threads);
    output.write(state.model.vocabulary, state.model.input);
  }
  if (second_output) second_output->write(state.model.vocabulary, state.model.output);
  // What failed beside the training ends it only now, when the vectors are safe.
  if (checkpoints) checkpoints->require_saved();
  view.require_whole_log();
}

}  // namespace

void add_train(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<TrainOptions>();
  CLI::App* command = program.add_subcommand("train", "learn word vectors from a corpus");
  add_train_options(*command, *options);
  command->callback([options] { run(*options); });
}

}  // namespace app
