#include "training/train_options.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include "command_line/output_format.hpp"
#include "command_line/whole_number.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/formats/vector_format.hpp"
#include "w2v/io/file.hpp"
#include "w2v/settings/settings.hpp"
#include "w2v/train/trainer.hpp"

namespace commands {
namespace {

/// A whole number; TrainConfig::validate() tells all that are out of range at once.
CLI::Validator any_count() {
  return whole_number(0, std::numeric_limits<int>::max());
}

/// Settings are the checkpoint's; what is given beside it must be the same.
void require_no_contradiction(const TrainOptions& options, const w2v::TrainingFacts& facts) {
  const std::vector<w2v::Setting> here = w2v::settings_of(options.train, options.corpus.config.vocabulary);
  const std::vector<w2v::Setting> there = w2v::settings_of(facts.config, facts.vocabulary);
  for (std::size_t i = 0; i < here.size(); ++i) {
    const auto& [name, value] = here[i];
    if (!options.given("--" + name) || value == there[i].value) continue;
    throw w2v::UsageError(
        fmt::format("--{} {}: the checkpoint {} has {}: {}", name, value, options.resume, there[i].value,
                    name == "epochs" ? "the learning rate falls over the epochs planned, so their number stays"
                                     : "leave the option out, or train anew"));
  }
}

/// The files of words that are not given are the checkpoint's.
void take_files_of_words(w2v::VocabularyConfig& given, const w2v::VocabularyConfig& stored) {
  if (given.stop_words_file.empty()) given.stop_words_file = stored.stop_words_file;
  if (given.keep_words_file.empty()) given.keep_words_file = stored.keep_words_file;
}

/// Which words are frozen is the checkpoint's; a --freeze that is given beside it must say the same.
void require_frozen_as_given(const TrainOptions& options, const w2v::TrainingState& state) {
  const bool frozen = std::ranges::count(state.frozen, 1) > 0;
  if (!options.given("--freeze") || options.freeze == frozen) return;
  throw w2v::UsageError(
      fmt::format("--freeze{}: the checkpoint {} has {} frozen words: leave the option out, or train anew",
                  options.freeze ? "" : "=false", options.resume, frozen ? "some" : "no"));
}

w2v::Checkpoint resume(TrainOptions& options) {
  w2v::Checkpoint checkpoint = w2v::load_checkpoint(options.resume);
  require_no_contradiction(options, checkpoint.facts);
  require_frozen_as_given(options, checkpoint.state);
  const int threads = options.train.threads;
  options.train = checkpoint.facts.config;
  options.train.threads = threads;
  w2v::VocabularyConfig& vocabulary = options.corpus.config.vocabulary;
  vocabulary.min_count = checkpoint.facts.vocabulary.min_count;
  vocabulary.max_words = checkpoint.facts.vocabulary.max_words;
  // What a file at another place holds is checked by the vocabulary it leads to.
  take_files_of_words(vocabulary, checkpoint.facts.vocabulary);
  if (vocabulary.vocabulary_file.empty()) vocabulary.vocabulary_file = checkpoint.facts.vocabulary.vocabulary_file;
  if (options.checkpoint.empty()) options.checkpoint = options.resume;
  return checkpoint;
}

/// Some settings of the checkpoint depend on one that is given anew, and follow it where they are not given themselves.
void follow_given_settings(TrainOptions& options, const w2v::TrainConfig& earlier) {
  w2v::TrainConfig& config = options.train;
  if (config.optimizer != earlier.optimizer && !options.given("--lr"))
    config.learning_rate.reset();  // each has a rate of its own
  if (config.start_rate() != earlier.start_rate() && !options.given("--min-lr"))
    config.min_learning_rate = earlier.end_rate() / earlier.start_rate() * config.start_rate();
  if (config.held_out == 0 && !options.given("--patience")) config.patience = 0;
  if (!options.given("--noise-pool") && earlier.noise_pool_size() == earlier.automatic_noise_pool())
    config.noise_pool.reset();
}

/// Words that are frozen in the checkpoint stay so, unless --freeze or --freeze=false is given.
void freeze_as_given(const TrainOptions& options, w2v::TrainingState& earlier) {
  if (!options.given("--freeze")) return;
  earlier.frozen.assign(options.freeze ? earlier.model.vocabulary.size() : 0, 1);
}

/// A further text is trained with the settings of the checkpoint, but for those that are given.
w2v::Checkpoint go_on_from(TrainOptions& options) {
  w2v::Checkpoint earlier = w2v::load_checkpoint(options.continue_from);
  const w2v::TrainingFacts& facts = earlier.facts;
  const w2v::Position& at = earlier.state.position;
  if (!w2v::is_done(at, facts.config)) {
    throw w2v::UsageError(
        fmt::format("--continue {}: its training has come to epoch {} of {}: expected one that is done: --resume it",
                    options.continue_from, at.epoch + 1, facts.config.epochs));
  }
  w2v::take_settings([&](const std::string& name) { return !options.given("--" + name); }, facts.config,
                     facts.vocabulary, options.train, options.corpus.config.vocabulary);
  follow_given_settings(options, facts.config);
  freeze_as_given(options, earlier.state);
  take_files_of_words(options.corpus.config.vocabulary, facts.vocabulary);
  if (options.train.architecture != facts.config.architecture || options.train.objective != facts.config.objective ||
      options.train.dim != facts.config.dim) {
    throw w2v::UsageError(fmt::format(
        "--continue {}: expected the architecture, objective and dim that it was trained with", options.continue_from));
  }
  return earlier;
}

void require_possible(const TrainOptions& options) {
  const bool negative_sampling = options.train.objective == w2v::Objective::negative_sampling;
  const bool softmax = options.train.objective == w2v::Objective::softmax;
  if (!softmax && options.given("--batch")) throw w2v::UsageError("--batch belongs to --objective softmax");
  if (softmax && options.given("--cbow-update")) {
    throw w2v::UsageError("--cbow-update belongs to --objective ns and hs: softmax follows the true derivative");
  }
  if (!negative_sampling &&
      (options.given("--negatives") || options.given("--noise-power") || options.given("--noise-pool"))) {
    throw w2v::UsageError("--negatives, --noise-power and --noise-pool belong to --objective ns");
  }
  if (options.train.objective == w2v::Objective::hierarchical_softmax && !options.save_output.empty()) {
    throw w2v::UsageError(
        "--save-output belongs to --objective ns and softmax: the output rows of hs are not those of words");
  }
  if (options.classes > 0 && !options.given("--output")) {
    throw w2v::UsageError("--classes writes no vectors: expected --output FILE for the classes");
  }
  if (options.classes > 0 && options.given("--format"))
    throw w2v::UsageError("--format belongs to vectors: expected no --classes beside it");
  if (options.freeze && options.init.empty() && options.continue_from.empty() && options.resume.empty())
    throw w2v::UsageError(
        "--freeze keeps the vectors of --init or --continue: expected --init FILE or --continue FILE");
  if (!options.member.empty() && options.init.empty())
    throw w2v::UsageError("--member names a file in the archive of --init: expected --init FILE");
  if (!options.resume.empty() && !options.init.empty()) {
    throw w2v::UsageError("--init and --resume: a checkpoint has its vectors: expected one of the two");
  }
  if (!options.continue_from.empty() && (!options.init.empty() || options.given("--read-vocab"))) {
    throw w2v::UsageError(
        "--continue has its vectors and its vocabulary: expected no --init and no --read-vocab beside it");
  }
  if (options.given("--checkpoint-every") && options.checkpoint.empty()) {
    throw w2v::UsageError("--checkpoint-every belongs to --checkpoint and --resume: expected --checkpoint FILE");
  }
  if (options.checkpoint == "-" || w2v::descriptor_named(options.checkpoint)) {
    throw w2v::UsageError(fmt::format("--checkpoint {}: expected a file that can be replaced", options.checkpoint));
  }
  require_different_files(options.outputs());
}

void add_files(CLI::App& command, TrainOptions& o) {
  command.add_option("-o,--output", o.output, "where the vectors go; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command.add_option("--format", o.format, "text or binary; by the ending where not given (.txt and .vec: text)")
      ->check(CLI::IsMember({"text", "binary"}));
  command
      .add_option(
          "--classes", o.classes,
          "write 'word class' lines in place of vectors: so many classes, as w2v cluster finds them; 0: vectors")
      ->transform(whole_number(0, std::numeric_limits<std::uint32_t>::max()))
      ->capture_default_str();
  command
      .add_option("--save-output", o.save_output,
                  "write the output matrix there, the vectors of words as they are predicted (ns, softmax)")
      ->type_name("FILE");
  command.add_option("--save-vocab", o.save_vocab, "write the vocabulary there, as 'word count' lines")
      ->type_name("FILE");
  command
      .add_option("--loss-log", o.loss_log, "write the loss there, a tab-separated line for each report and each epoch")
      ->type_name("FILE");
}

void add_model(CLI::App& command, TrainOptions& o) {
  w2v::TrainConfig& t = o.train;
  const std::string model = "Model";
  command.add_option("-a,--architecture", o.architecture, "skipgram or cbow")
      ->check(CLI::IsMember({"skipgram", "cbow"}))
      ->capture_default_str()
      ->group(model);
  command.add_option("-d,--dim", t.dim, "values of a vector")
      ->transform(any_count())
      ->capture_default_str()
      ->group(model);
  command.add_option("-w,--window", t.window, "furthest context word on each side")
      ->transform(any_count())
      ->capture_default_str()
      ->group(model);
  command.add_flag("--fixed-window", t.fixed_window, "use the whole window always, not 1 to N by chance")->group(model);
  command
      .add_option("--objective", o.objective,
                  "ns: negative sampling; hs: hierarchical softmax; softmax: the full one, in minibatches, "
                  "for small vocabularies")
      ->check(CLI::IsMember({"ns", "hs", "softmax"}))
      ->capture_default_str()
      ->group(model);
  command.add_option("-n,--negatives", t.negatives, "noise words for each centre word (ns)")
      ->transform(any_count())
      ->capture_default_str()
      ->group(model);
  command.add_option("--noise-power", t.noise_power, "noise is drawn in proportion to count^X (ns)")
      ->capture_default_str()
      ->group(model);
  command
      .add_option(
          "--noise-pool", t.noise_pool,
          "draw the noise words of each 10,000 tokens from a pool of N words, rounded up to a power of two; 0: draw "
          "every noise word from the whole vocabulary [skip-gram up to a window of 5 and 10 negatives: about 313 x "
          "--negatives; otherwise 0] (ns)")
      ->transform(any_count())
      ->group(model);
  command
      .add_option("--cbow-update", o.cbow_update,
                  "(ns, hs) word2vec: every context word gets the whole gradient, as in the C tool; mean: its share, "
                  "the true derivative")
      ->check(CLI::IsMember({"mean", "word2vec"}))
      ->capture_default_str()
      ->group(model);
  command.add_option("--init", o.init, "start with the vectors of this file, in any format that can be read")
      ->type_name("FILE")
      ->group(model);
  command
      .add_option("--member", o.member, "the file to read where --init is an archive (zip, tar, 7z) of several files")
      ->type_name("NAME")
      ->group(model);
  command.add_flag("--freeze", o.freeze, "do not change the vectors of words that come from --init or --continue")
      ->group(model);
}

void add_training(CLI::App& command, TrainOptions& o) {
  w2v::TrainConfig& t = o.train;
  const std::string training = "Training";
  command.add_option("-e,--epochs", t.epochs, "passes over the corpus")
      ->transform(any_count())
      ->capture_default_str()
      ->group(training);
  command
      .add_option("--subsample", t.subsample, "drop tokens of words more frequent than this share by chance; 0: none")
      ->capture_default_str()
      ->group(training);
  command
      .add_option("--subsample-formula", o.subsample_formula,
                  "the probability that a token stays, for a word that is the share f of all tokens, with t from "
                  "--subsample: word2vec: "
                  "sqrt(t/f) + t/f, as in the C tool; paper: sqrt(t/f)")
      ->check(CLI::IsMember({"paper", "word2vec"}))
      ->capture_default_str()
      ->group(training);
  command
      .add_flag("--subsample-once", t.subsample_once,
                "keep the same tokens in every epoch, instead of others each time")
      ->group(training);
  command.add_option("--optimizer", o.optimizer, "sgd: plain gradient descent; adam: Kingma and Ba 2015 (softmax)")
      ->check(CLI::IsMember({"sgd", "adam"}))
      ->capture_default_str()
      ->group(training);
  command.add_option("--batch", t.batch, "centre words of a minibatch (softmax)")
      ->transform(any_count())
      ->capture_default_str()
      ->group(training);
  command.add_option("--lr", t.learning_rate, "learning rate at the start [0.025; cbow: 0.05; adam: 0.001]")
      ->group(training);
  command.add_option("--min-lr", t.min_learning_rate, "learning rate at the end, linear in between [--lr / 10000]")
      ->group(training);
  command.add_option("--max-sentence", t.max_sentence, "cut longer sentences after so many kept tokens, losing none")
      ->transform(any_count())
      ->capture_default_str()
      ->group(training);
  command
      .add_option("--eval", o.eval,
                  "score this set of analogies or similarities after each epoch, as w2v eval; may be repeated")
      ->allow_extra_args(false)
      ->type_name("SET")
      ->group(training);
  command
      .add_option("--held-out", t.held_out,
                  "do not train on this share of the text, at its end, but tell its loss after each epoch")
      ->capture_default_str()
      ->group(training);
  command
      .add_option(
          "--patience", t.patience,
          "end after so many epochs in which the held-out loss has not become lower, and keep the vectors of the best "
          "epoch; 0: never")
      ->transform(any_count())
      ->capture_default_str()
      ->group(training);
  command
      .add_flag("--deterministic", t.deterministic,
                "write the same bytes for the same seed and number of threads, also on several, of which four "
                "train at most: slower, and takes the memory of the matrices for each")
      ->group(training);
  command.add_option("--seed", t.seed, "start of all random numbers")
      ->transform(whole_number(0))
      ->capture_default_str()
      ->group(training);
}

void add_checkpoints(CLI::App& command, TrainOptions& o) {
  const std::string checkpoints = "Checkpoints";
  command
      .add_option("--checkpoint", o.checkpoint,
                  "save the training there, now and then, when it is interrupted and when it is done")
      ->type_name("FILE")
      ->group(checkpoints);
  command.add_option("--checkpoint-every", o.checkpoint_every, "time between two checkpoints, such as 30s, 10m, 2h")
      ->type_name("TIME")
      ->capture_default_str()
      ->group(checkpoints);
  command
      .add_option("--resume", o.resume,
                  "go on from this checkpoint, on the same corpus and with its settings; new checkpoints replace it")
      ->type_name("FILE")
      ->group(checkpoints);
  command
      .add_option("--continue", o.continue_from,
                  "add the text to this finished checkpoint: its words stay, new ones come in, and the rate falls anew")
      ->type_name("FILE")
      ->group(checkpoints);
}

}  // namespace

std::vector<NamedFile> TrainOptions::inputs() const {
  std::vector<NamedFile> inputs = corpus.inputs();
  for (const std::string& path : eval) inputs.push_back({"--eval", path});
  inputs.push_back({"--continue", continue_from});
  if (init != output || init == "-") inputs.push_back({"--init", init});
  if (!resume.empty() && resume != checkpoint) inputs.push_back({"--resume", resume});
  return inputs;
}

std::vector<NamedFile> TrainOptions::outputs() const {
  return {{"--output", output},
          {"--save-output", save_output},
          {"--save-vocab", save_vocab},
          {"--loss-log", loss_log},
          {"--checkpoint", checkpoint}};
}

w2v::VectorFormat TrainOptions::format_of(const std::string& path) const {
  if (classes > 0 && path == output) return w2v::VectorFormat::text;
  const w2v::VectorFormat found = output_format(format, path);
  if (found != w2v::VectorFormat::text && found != w2v::VectorFormat::binary) {
    throw w2v::UsageError(
        fmt::format("{}: train writes text or binary: expected another ending, or --format; "
                    "w2v convert makes {} of either",
                    path, w2v::name_of(found)));
  }
  return found;
}

double TrainOptions::time_between_checkpoints() const {
  try {
    return w2v::parse_duration(checkpoint_every);
  } catch (const w2v::UsageError& e) {
    throw w2v::UsageError(std::string("--checkpoint-every: ") + e.what());
  }
}

void add_train_options(CLI::App& command, TrainOptions& options) {
  add_corpus_options(command, options.corpus);
  add_files(command, options);
  add_model(command, options);
  add_training(command, options);
  add_checkpoints(command, options);
  options.given = [&command](const std::string& option) { return command.get_option(option)->count() > 0; };
}

EarlierTraining resolve(TrainOptions& options) {
  w2v::TrainConfig& config = options.train;
  config.architecture = options.architecture == "cbow" ? w2v::Architecture::cbow : w2v::Architecture::skipgram;
  config.objective = options.objective == "softmax" ? w2v::Objective::softmax
                     : options.objective == "hs"    ? w2v::Objective::hierarchical_softmax
                                                    : w2v::Objective::negative_sampling;
  config.optimizer = options.optimizer == "adam" ? w2v::Optimizer::adam : w2v::Optimizer::sgd;
  config.subsample_formula =
      options.subsample_formula == "paper" ? w2v::SubsampleFormula::paper : w2v::SubsampleFormula::word2vec;
  config.cbow_update = options.cbow_update == "mean" ? w2v::CbowUpdate::mean : w2v::CbowUpdate::word2vec;
  config.threads = options.corpus.threads();
  EarlierTraining earlier;
  if (!options.continue_from.empty() && options.continue_from == options.resume) {
    throw w2v::UsageError(fmt::format(
        "--continue and --resume are both {}: expected different files: --resume goes on from a checkpoint of the "
        "training that --continue began",
        options.resume));
  }
  if (!options.continue_from.empty()) earlier.continued = go_on_from(options);
  if (!options.resume.empty()) earlier.resumed = resume(options);
  config.validate();  // only now: what is given may make sense beside the checkpoint's settings alone
  static_cast<void>(options.time_between_checkpoints());  // for its error
  require_possible(options);
  return earlier;
}

}  // namespace commands
