#include "w2v/settings/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

// A field that is added to a config stops this from compiling until it is in the table, too.
[[maybe_unused]] std::integral_constant<std::size_t, 25> fields_of(const TrainConfig& config) {
  [[maybe_unused]] const auto& [f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19,
                                f20, f21, f22, f23, f24, f25] = config;
  return {};
}
[[maybe_unused]] std::integral_constant<std::size_t, 5> fields_of(const VocabularyConfig& config) {
  [[maybe_unused]] const auto& [f1, f2, f3, f4, f5] = config;
  return {};
}

/// Whether each field of the config has a row of its own. Paths are not stored.
template <class Config>
constexpr bool has_all_fields() {
  std::size_t rows = 0;
  bool right = true;
  for_each_setting([&](const auto& row) {
    using Row = std::remove_cvref_t<decltype(row)>;
    if constexpr (std::same_as<typename Row::Config, Config>) {
      ++rows;
      const bool is_path = std::same_as<typename Row::Value, std::string>;
      right = right && &facts_of(row.field) == &row.facts && !(is_path && row.facts.stored);
    }
  });
  return right && rows == decltype(fields_of(std::declval<const Config&>()))::value;
}
static_assert(has_all_fields<TrainConfig>(), "settings.hpp: a row for each field of TrainConfig");
static_assert(has_all_fields<VocabularyConfig>(), "settings.hpp: a row for each field of VocabularyConfig");

/// The field of a row, of the config that has it.
template <class Row, class Train, class Rules>
auto& field_of(const Row& row, Train& train, Rules& vocabulary) {
  if constexpr (std::same_as<typename Row::Config, TrainConfig>) {
    return train.*row.field;
  } else {
    return vocabulary.*row.field;
  }
}

/// Calls visit(facts, value) for each setting that is stored.
template <class Train, class Rules, class Visit>
void for_each_stored(Train& train, Rules& vocabulary, Visit&& visit) {
  for_each_setting([&](const auto& row) {
    if constexpr (!std::same_as<typename std::remove_cvref_t<decltype(row)>::Value, std::string>) {
      if (row.facts.stored) visit(row.facts, field_of(row, train, vocabulary));
    }
  });
}

constexpr std::array<std::string_view, 2> switch_names{"off", "on"};

template <class Value>
std::string text_of(const Value& value) {
  if constexpr (NamedEnum<Value>) {
    return std::string(name_of(value));
  } else if constexpr (std::same_as<Value, bool>) {
    return std::string(switch_names[value ? 1 : 0]);
  } else if constexpr (std::same_as<Value, NgramLengths>) {
    return w2v::text_of(value);
  } else {
    return fmt::format("{}", value);  // of a double the shortest that reads back to the same
  }
}
template <class Value>
std::string text_of(const std::optional<Value>& value) {
  return text_of(value.value());
}

template <class Value, std::size_t size>
bool parse_name(std::string_view text, const std::array<std::string_view, size>& names, Value& value) {
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) return false;
  value = static_cast<Value>(found - names.begin());
  return true;
}

template <class Value>
bool parse(std::string_view text, Value& value) {
  if constexpr (NamedEnum<Value>) {
    return parse_name(text, names_of(value), value);
  } else if constexpr (std::same_as<Value, bool>) {
    return parse_name(text, switch_names, value);
  } else if constexpr (std::same_as<Value, NgramLengths>) {
    return w2v::parse(text, value);
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
  for_each_stored(resolved, vocabulary, [&](const SettingFacts& facts, const auto& value) {
    settings.push_back({std::string(facts.name), text_of(value)});
  });
  return settings;
}

void take_settings(const std::function<bool(std::string_view name)>& take, const TrainConfig& from_train,
                   const VocabularyConfig& from_vocabulary, TrainConfig& train, VocabularyConfig& vocabulary) {
  for_each_setting([&](const auto& row) {
    if (row.facts.stored && take(row.facts.name))
      field_of(row, train, vocabulary) = field_of(row, from_train, from_vocabulary);
  });
}

std::string settings_text(const TrainConfig& train, const VocabularyConfig& vocabulary) {
  std::string text;
  for (const Setting& setting : settings_of(train, vocabulary))
    text += fmt::format("{} {}\n", setting.name, setting.value);
  return text;
}

void read_settings(std::string_view text, TrainConfig& train, VocabularyConfig& vocabulary) {
  for_each_stored(train, vocabulary, [&](const SettingFacts& facts, auto& value) {
    const std::string_view name = facts.name;
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
