#include "training/earlier_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "training/setting_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/io/file.hpp"
#include "w2v/settings/settings.hpp"
#include "w2v/train/trainer.hpp"

namespace app {
namespace {

using w2v::TrainConfig;

template <class Value>
bool given(const TrainOptions& options, Value TrainConfig::*field) {
  return options.given(option_of(field));
}

void require_two_files(const TrainOptions& options) {
  if (options.continue_from.empty() || options.continue_from != options.resume) return;
  throw w2v::UsageError(fmt::format(
      "--continue and --resume are both {}: expected different files: --resume goes on from a checkpoint of the "
      "training that --continue began",
      options.resume));
}

/// A setting of --continue may depend on one that is given. It follows that one where it is not given itself.
void follow_given_settings(TrainOptions& options, const TrainConfig& earlier) {
  TrainConfig& config = options.train;
  if (config.optimizer != earlier.optimizer && !given(options, &TrainConfig::learning_rate))
    config.learning_rate.reset();  // each has a rate of its own
  if (config.start_rate() != earlier.start_rate() && !given(options, &TrainConfig::min_learning_rate))
    config.min_learning_rate = earlier.end_rate() / earlier.start_rate() * config.start_rate();
  if (config.held_out == 0 && !given(options, &TrainConfig::patience)) config.patience = 0;
  if (!given(options, &TrainConfig::noise_pool) && earlier.noise_pool_size() == earlier.automatic_noise_pool())
    config.noise_pool.reset();
}

void take_if_empty(std::string& path, const std::string& stored) {
  if (path.empty()) path = stored;
}

/// What is given stays. What is not given becomes what the checkpoint of --resume says, else that of --continue, else
/// the default.
void merge(TrainOptions& options, EarlierTraining& earlier) {
  options.train.threads = options.corpus.threads();
  w2v::VocabularyConfig& vocabulary = options.corpus.config.vocabulary;
  if (earlier.resumed || earlier.continued) {
    const w2v::TrainingFacts& facts = (earlier.resumed ? earlier.resumed : earlier.continued)->facts;
    const auto is_not_given = [&](std::string_view name) { return !options.given("--" + std::string(name)); };
    w2v::take_settings(is_not_given, facts.config, facts.vocabulary, options.train, vocabulary);
    if (!earlier.resumed) follow_given_settings(options, facts.config);
  }
  // What a file at another place holds is checked by the vocabulary it leads to.
  for (const auto* checkpoint : {&earlier.continued, &earlier.resumed}) {
    if (!*checkpoint) continue;
    take_if_empty(vocabulary.stop_words_file, (*checkpoint)->facts.vocabulary.stop_words_file);
    take_if_empty(vocabulary.keep_words_file, (*checkpoint)->facts.vocabulary.keep_words_file);
  }
  if (earlier.resumed) {
    take_if_empty(vocabulary.vocabulary_file, earlier.resumed->facts.vocabulary.vocabulary_file);
    take_if_empty(options.checkpoint, options.resume);
  }
  if (earlier.continued && options.given("--freeze")) {
    w2v::TrainingState& state = earlier.continued->state;
    state.frozen.assign(options.freeze ? state.model.input.rows() : 0, 1);
  }
}

void require_can_continue(const TrainOptions& options, const w2v::Checkpoint& earlier) {
  const TrainConfig& config = earlier.facts.config;
  const w2v::Position& at = earlier.state.position;
  if (!w2v::is_done(at, config)) {
    throw w2v::UsageError(
        fmt::format("--continue {}: its training has come to epoch {} of {}: expected one that is done: --resume it",
                    options.continue_from, at.epoch + 1, config.epochs));
  }
  if (options.train.architecture != config.architecture || options.train.objective != config.objective ||
      options.train.dim != config.dim || options.train.subwords != config.subwords ||
      options.train.buckets != config.buckets) {
    throw w2v::UsageError(fmt::format(
        "--continue {}: expected the architecture, objective, dim, subwords and buckets that it was trained "
        "with",
        options.continue_from));
  }
}

/// A training that is resumed has the settings of its checkpoint. Options beside it must say the same.
void require_can_resume(const TrainOptions& options, const w2v::Checkpoint& checkpoint) {
  const std::vector<w2v::Setting> here = w2v::settings_of(options.train, options.corpus.config.vocabulary);
  const std::vector<w2v::Setting> there = w2v::settings_of(checkpoint.facts.config, checkpoint.facts.vocabulary);
  for (std::size_t i = 0; i < here.size(); ++i) {
    const auto& [name, value] = here[i];
    if (value == there[i].value) continue;
    const bool is_epochs = name == w2v::facts_of(&TrainConfig::epochs).name;
    throw w2v::UsageError(
        fmt::format("--{} {}: the checkpoint {} has {}: {}", name, value, options.resume, there[i].value,
                    is_epochs ? "the learning rate falls over the epochs planned, so their number stays"
                              : "leave the option out, or train anew"));
  }
  const bool frozen = std::ranges::count(checkpoint.state.frozen, 1) > 0;
  if (!options.given("--freeze") || options.freeze == frozen) return;
  throw w2v::UsageError(
      fmt::format("--freeze{}: the checkpoint {} has {} frozen words: leave the option out, or train anew",
                  options.freeze ? "" : "=false", options.resume, frozen ? "some" : "no"));
}

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
  return text;
}

/// Throws for a setting that is given but belongs to other objectives, and names all that belong to the same.
void refuse(const w2v::SettingFacts& setting) {
  std::vector<std::string> settings;
  w2v::for_each_setting([&](const auto& row) {
    if (row.facts.objectives == setting.objectives) settings.push_back("--" + std::string(row.facts.name));
  });
  std::vector<std::string> objectives;
  const auto names = w2v::names_of(w2v::Objective{});
  for (std::size_t i = 0; i < names.size(); ++i)
    if (setting.objectives.contain(static_cast<w2v::Objective>(i))) objectives.emplace_back(names[i]);
  throw w2v::UsageError(fmt::format("{} belong{} to {} {}{}{}", listed(settings), settings.size() == 1 ? "s" : "",
                                    option_of(&TrainConfig::objective), listed(objectives),
                                    setting.reason.empty() ? "" : ": ", setting.reason));
}

void require_settings_of_objective(const TrainOptions& options) {
  std::vector<const w2v::SettingFacts*> settings;
  w2v::for_each_setting([&](const auto& row) { settings.push_back(&row.facts); });
  std::ranges::reverse(settings);  // where several are given, the last of the table is reported
  for (const w2v::SettingFacts* setting : settings) {
    if (setting->objectives.contain(options.train.objective)) continue;
    if (options.given("--" + std::string(setting->name))) refuse(*setting);
  }
}

void require_possible(const TrainOptions& options) {
  require_settings_of_objective(options);
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

/// Everything that can be wrong with the options together, once they are merged.
void validate(const TrainOptions& options, const EarlierTraining& earlier) {
  if (earlier.continued) require_can_continue(options, *earlier.continued);
  if (earlier.resumed) require_can_resume(options, *earlier.resumed);
  options.train.validate();
  static_cast<void>(options.time_between_checkpoints());  // for its error
  require_possible(options);
}

}  // namespace

EarlierTraining resolve(TrainOptions& options) {
  require_two_files(options);
  EarlierTraining earlier;
  if (!options.continue_from.empty()) earlier.continued = w2v::load_checkpoint(options.continue_from);
  if (!options.resume.empty()) earlier.resumed = w2v::load_checkpoint(options.resume);
  merge(options, earlier);
  validate(options, earlier);
  return earlier;
}

}  // namespace app
