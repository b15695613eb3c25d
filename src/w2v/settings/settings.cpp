#include "w2v/settings/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <optional>
#include <type_traits>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

/// Calls visit(name, field) for each field, in order. A field that is added to a config stops this from
/// compiling.
template <class Train, class Rules, class Visit>
void for_each_setting(Train& train, Rules& rules, Visit&& visit) {
  auto& [architecture, objective, dim, window, fixed_window, negatives, epochs, subsample, subsample_formula,
         subsample_once, noise_power, noise_pool, cbow_update, optimizer, batch, learning_rate, min_learning_rate,
         max_sentence, held_out, patience, deterministic, threads, seed] = train;
  auto& [min_count, max_words, stop_words_file, keep_words_file, vocabulary_file] = rules;
  visit("architecture", architecture);
  visit("objective", objective);
  visit("dim", dim);
  visit("window", window);
  visit("fixed-window", fixed_window);
  visit("negatives", negatives);
  visit("epochs", epochs);
  visit("subsample", subsample);
  visit("subsample-formula", subsample_formula);
  visit("subsample-once", subsample_once);
  visit("noise-power", noise_power);
  visit("noise-pool", noise_pool);
  visit("cbow-update", cbow_update);
  visit("optimizer", optimizer);
  visit("batch", batch);
  visit("lr", learning_rate);
  visit("min-lr", min_learning_rate);
  visit("max-sentence", max_sentence);
  visit("held-out", held_out);
  visit("patience", patience);
  visit("deterministic", deterministic);
  visit("seed", seed);
  visit("min-count", min_count);
  visit("max-vocab", max_words);
  (void)threads;          // a run may go on with others
  (void)stop_words_file;  // what came of these files is in the vocabulary
  (void)keep_words_file;
  (void)vocabulary_file;
}

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
  return {"word2vec", "mean"};
}
constexpr std::array<std::string_view, 2> names_of(bool) {
  return {"off", "on"};
}

template <class Value>
constexpr bool is_named = std::is_enum_v<Value> || std::same_as<Value, bool>;

template <class Value>
std::string text_of(const Value& value) {
  if constexpr (is_named<Value>) {
    return std::string(names_of(value)[static_cast<std::size_t>(value)]);
  } else {
    return fmt::format("{}", value);  // of a double the shortest that reads back to the same
  }
}
template <class Value>
std::string text_of(const std::optional<Value>& value) {
  return text_of(value.value());
}

template <class Value>
bool parse(std::string_view text, Value& value) {
  if constexpr (is_named<Value>) {
    const auto names = names_of(value);
    const auto found = std::ranges::find(names, text);
    value = static_cast<Value>(found - names.begin());
    return found != names.end();
  } else {
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc() && stop == end;
  }
}
template <class Value>
bool parse(std::string_view text, std::optional<Value>& value) {
  return parse(text, value.emplace());
}

}  // namespace

std::vector<Setting> settings_of(const TrainConfig& train, const VocabularyConfig& vocabulary) {
  TrainConfig resolved = train;
  resolved.learning_rate = train.start_rate();
  resolved.min_learning_rate = train.end_rate();
  resolved.noise_pool = train.noise_pool_size();
  std::vector<Setting> settings;
  for_each_setting(resolved, vocabulary, [&](const char* name, const auto& value) {
    settings.push_back({name, text_of(value)});
  });
  return settings;
}

void take_settings(const std::function<bool(const std::string& name)>& take, const TrainConfig& from_train,
                   const VocabularyConfig& from_vocabulary, TrainConfig& train, VocabularyConfig& vocabulary) {
  std::vector<Setting> settings = settings_of(train, vocabulary);
  const std::vector<Setting> others = settings_of(from_train, from_vocabulary);
  std::string text;
  for (std::size_t i = 0; i < settings.size(); ++i)
    text += fmt::format("{} {}\n", settings[i].name, (take(settings[i].name) ? others : settings)[i].value);
  read_settings(text, train, vocabulary);
}

std::string settings_text(const TrainConfig& train, const VocabularyConfig& vocabulary) {
  std::string text;
  for (const Setting& setting : settings_of(train, vocabulary))
    text += fmt::format("{} {}\n", setting.name, setting.value);
  return text;
}

void read_settings(std::string_view text, TrainConfig& train, VocabularyConfig& vocabulary) {
  for_each_setting(train, vocabulary, [&](std::string_view name, auto& value) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const bool named = line.size() < text.size() && line.starts_with(name) && line.substr(name.size()).starts_with(' ');
    if (!named || !parse(line.substr(name.size() + 1), value)) {
      throw Error(fmt::format("wrong setting: expected '{} VALUE', found '{}'", name, printable(line)));
    }
    text.remove_prefix(line.size() + 1);
  });
  if (!text.empty()) throw Error(fmt::format("more settings than expected: found '{}'", printable(text)));
}

}  // namespace w2v
