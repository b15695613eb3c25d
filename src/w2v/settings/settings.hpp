#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "w2v/corpus/vocabulary_rules.hpp"
#include "w2v/settings/config.hpp"

namespace w2v {

/// The headings of --help under which settings stand.
enum class SettingGroup { vocabulary, model, training, machine };

// How the values of an enum are spelt, in the order of the enum.
constexpr std::array<std::string_view, 2> names_of(Architecture) {
  return {"skipgram", "cbow"};
}
constexpr std::array<std::string_view, 3> names_of(Objective) {
  return {"ns", "hs", "softmax"};
}
constexpr std::array<std::string_view, 2> names_of(Optimizer) {
  return {"sgd", "adam"};
}
constexpr std::array<std::string_view, 2> names_of(SubsampleFormula) {
  return {"paper", "word2vec"};
}
constexpr std::array<std::string_view, 2> names_of(CbowUpdate) {
  return {"mean", "word2vec"};
}
constexpr std::array<std::string_view, 4> names_of(SettingGroup) {
  return {"Vocabulary", "Model", "Training", "Machine"};
}

template <class Value>
concept NamedEnum = std::is_enum_v<Value> && requires(Value value) {
  names_of(value);
};

template <NamedEnum Value>
constexpr std::string_view name_of(Value value) {
  return names_of(value)[static_cast<std::size_t>(value)];
}

/// A set of objectives.
class Objectives {
 public:
  constexpr Objectives(std::initializer_list<Objective> members) {
    for (const Objective member : members) members_[static_cast<std::size_t>(member)] = true;
  }
  [[nodiscard]] constexpr bool contain(Objective objective) const {
    return members_[static_cast<std::size_t>(objective)];
  }
  friend constexpr bool operator==(const Objectives&, const Objectives&) = default;

 private:
  std::array<bool, names_of(Objective{}).size()> members_{};
};

/// What the command line, checkpoints and reports need to know of a setting. Its default is the config's.
struct SettingFacts {
  std::string_view name;  ///< of its option, without dashes, and in checkpoints
  char letter = 0;        ///< of its short option; 0: none
  SettingGroup group = SettingGroup::model;
  std::string_view help = {};
  std::uint64_t least = 0;  ///< of a whole number on the command line; TrainConfig::validate() has narrower limits
  std::uint64_t most = 0;   ///< 0: that of its type
  Objectives objectives = {Objective::negative_sampling, Objective::hierarchical_softmax, Objective::softmax};
  std::string_view reason = {};   ///< why it belongs to these objectives only; empty: that is clear
  std::string_view follows = {};  ///< the setting before it in --help; empty: the one before it in the table
  bool stored = true;             ///< in checkpoints, so that a training that goes on has the same
};

template <class Config_, class Value_>
struct SettingRow {
  using Config = Config_;
  using Value = Value_;
  Value Config::*field;
  SettingFacts facts;
};
template <class Config, class Value>
constexpr SettingRow<Config, Value> setting_row(Value Config::*field, const SettingFacts& facts) {
  return {field, facts};
}

/// The one table of settings. Checkpoints have those that are stored, in this order.
inline constexpr std::tuple setting_table{
    setting_row(&TrainConfig::architecture, {.name = "architecture", .letter = 'a', .help = "skipgram or cbow"}),
    setting_row(&TrainConfig::objective,
                {.name = "objective",
                 .help = "ns: negative sampling; hs: hierarchical softmax; softmax: the full one, in minibatches, "
                         "for small vocabularies",
                 .follows = "fixed-window"}),
    setting_row(&TrainConfig::dim,
                {.name = "dim", .letter = 'd', .help = "values of a vector", .most = std::numeric_limits<int>::max()}),
    setting_row(&TrainConfig::window, {.name = "window", .letter = 'w', .help = "furthest context word on each side"}),
    setting_row(&TrainConfig::fixed_window,
                {.name = "fixed-window", .help = "use the whole window always, not 1 to N by chance"}),
    setting_row(&TrainConfig::negatives, {.name = "negatives",
                                          .letter = 'n',
                                          .help = "noise words for each centre word (ns)",
                                          .objectives = {Objective::negative_sampling}}),
    setting_row(&TrainConfig::epochs,
                {.name = "epochs", .letter = 'e', .group = SettingGroup::training, .help = "passes over the corpus"}),
    setting_row(&TrainConfig::subsample,
                {.name = "subsample",
                 .group = SettingGroup::training,
                 .help = "drop tokens of words more frequent than this share by chance; 0: none"}),
    setting_row(&TrainConfig::subsample_formula,
                {.name = "subsample-formula",
                 .group = SettingGroup::training,
                 .help = "the probability that a token stays, for a word that is the share f of all tokens, with t "
                         "from --subsample: word2vec: sqrt(t/f) + t/f, as in the C tool; paper: sqrt(t/f)"}),
    setting_row(&TrainConfig::subsample_once,
                {.name = "subsample-once",
                 .group = SettingGroup::training,
                 .help = "keep the same tokens in every epoch, instead of others each time"}),
    setting_row(&TrainConfig::noise_power, {.name = "noise-power",
                                            .help = "noise is drawn in proportion to count^X (ns)",
                                            .objectives = {Objective::negative_sampling}}),
    setting_row(&TrainConfig::noise_pool,
                {.name = "noise-pool",
                 .help = "draw the noise words of each 10,000 tokens from a pool of N words, rounded up to a power of "
                         "two; 0: draw every noise word from the whole vocabulary [skip-gram with --window up to 5 and "
                         "--negatives up to 10: 313 x --negatives, rounded up likewise; otherwise 0] (ns)",
                 .objectives = {Objective::negative_sampling}}),
    setting_row(&TrainConfig::cbow_update,
                {.name = "cbow-update",
                 .help = "(ns, hs) word2vec: every context word gets the whole gradient, as in the C tool; mean: its "
                         "share, the true derivative",
                 .objectives = {Objective::negative_sampling, Objective::hierarchical_softmax},
                 .reason = "softmax follows the true derivative"}),
    setting_row(&TrainConfig::subwords,
                {.name = "subwords",
                 .help = "make a word's vector of its own row and the rows of its character n-grams of these lengths, "
                         "such as 3-6; off: of its own row (ns, hs)",
                 .objectives = {Objective::negative_sampling, Objective::hierarchical_softmax}}),
    setting_row(&TrainConfig::buckets,
                {.name = "buckets",
                 .help = "n-grams share a row where their hashes are equal modulo N; only rows that some word needs "
                         "take memory (--subwords)",
                 .least = 1,
                 .objectives = {Objective::negative_sampling, Objective::hierarchical_softmax}}),
    setting_row(&TrainConfig::optimizer, {.name = "optimizer",
                                          .group = SettingGroup::training,
                                          .help = "sgd: plain gradient descent; adam: Kingma and Ba 2015 (softmax)"}),
    setting_row(&TrainConfig::batch, {.name = "batch",
                                      .group = SettingGroup::training,
                                      .help = "centre words of a minibatch (softmax)",
                                      .objectives = {Objective::softmax}}),
    setting_row(&TrainConfig::learning_rate,
                {.name = "lr",
                 .group = SettingGroup::training,
                 .help = "learning rate at the start [0.025; cbow and subwords: 0.05; adam: 0.001]"}),
    setting_row(&TrainConfig::min_learning_rate,
                {.name = "min-lr",
                 .group = SettingGroup::training,
                 .help = "learning rate at the end, linear in between [--lr / 10000]"}),
    setting_row(&TrainConfig::max_sentence, {.name = "max-sentence",
                                             .group = SettingGroup::training,
                                             .help = "cut longer sentences after so many kept tokens, losing none"}),
    setting_row(&TrainConfig::held_out,
                {.name = "held-out",
                 .group = SettingGroup::training,
                 .help = "do not train on this share of the text, at its end, but tell its loss after each epoch"}),
    setting_row(&TrainConfig::patience,
                {.name = "patience",
                 .group = SettingGroup::training,
                 .help = "end after so many epochs in which the held-out loss has not become lower, and keep the "
                         "vectors of the best epoch; 0: never"}),
    setting_row(&TrainConfig::deterministic,
                {.name = "deterministic",
                 .group = SettingGroup::training,
                 .help = "write the same bytes for the same seed and number of threads, also on several, of which "
                         "four train at most: slower, and takes the memory of the matrices for each"}),
    setting_row(&TrainConfig::seed,
                {.name = "seed", .group = SettingGroup::training, .help = "start of all random numbers"}),
    setting_row(&VocabularyConfig::min_count,
                {.name = "min-count", .group = SettingGroup::vocabulary, .help = "drop words that occur less often"}),
    setting_row(
        &VocabularyConfig::max_words,
        {.name = "max-vocab", .group = SettingGroup::vocabulary, .help = "keep the N most frequent words; 0: all"}),
    // The vocabulary of a checkpoint holds what came of these files.
    setting_row(&VocabularyConfig::stop_words_file, {.name = "stop-words",
                                                     .group = SettingGroup::vocabulary,
                                                     .help = "drop the words in this file",
                                                     .stored = false}),
    setting_row(&VocabularyConfig::keep_words_file, {.name = "keep-words",
                                                     .group = SettingGroup::vocabulary,
                                                     .help = "keep the words in this file however rare they are",
                                                     .stored = false}),
    setting_row(&VocabularyConfig::vocabulary_file, {.name = "read-vocab",
                                                     .group = SettingGroup::vocabulary,
                                                     .help = "take words and counts from this file, drop all others",
                                                     .stored = false}),
    // A training may go on with another number of threads.
    setting_row(&TrainConfig::threads, {.name = "threads",
                                        .letter = 't',
                                        .group = SettingGroup::machine,
                                        .help = "threads [the cores that may be used]",
                                        .least = 1,
                                        .most = 4096,
                                        .stored = false}),
};

/// Calls visit(row) for each row of the table.
template <class Visit>
constexpr void for_each_setting(Visit&& visit) {
  std::apply([&](const auto&... rows) { (visit(rows), ...); }, setting_table);
}

/// What the table says of a field, such as &TrainConfig::dim.
template <class Config, class Value>
constexpr const SettingFacts& facts_of(Value Config::*field) {
  const SettingFacts* found = nullptr;
  for_each_setting([&](const auto& row) {
    if constexpr (std::same_as<decltype(row.field), Value Config::*>) {
      if (row.field == field) found = &row.facts;
    }
  });
  return *found;
}

/// A setting by its name and its value as text.
struct Setting {
  std::string name;
  std::string value;
};

/// The settings that checkpoints store: rates and the noise pool as they hold, set or not.
std::vector<Setting> settings_of(const TrainConfig& train, const VocabularyConfig& vocabulary);

/// Sets stored settings for which `take(name)` is true to what they are in `from_train` and `from_vocabulary`.
void take_settings(const std::function<bool(std::string_view name)>& take, const TrainConfig& from_train,
                   const VocabularyConfig& from_vocabulary, TrainConfig& train, VocabularyConfig& vocabulary);

/// The settings as lines `name value`, and back. Throws Error for anything but the lines that settings_text()
/// writes.
std::string settings_text(const TrainConfig& train, const VocabularyConfig& vocabulary);
void read_settings(std::string_view text, TrainConfig& train, VocabularyConfig& vocabulary);

}  // namespace w2v
