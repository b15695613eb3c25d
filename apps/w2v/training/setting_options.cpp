#include "training/setting_options.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "command_line/numbers.hpp"

namespace app {
namespace {

template <class Value>
struct Plain {
  using Type = Value;
  static constexpr bool is_optional = false;
};
template <class Value>
struct Plain<std::optional<Value>> {
  using Type = Value;
  static constexpr bool is_optional = true;
};

std::string names_on_command_line(const w2v::SettingFacts& facts) {
  const std::string name = "--" + std::string(facts.name);
  return facts.letter == 0 ? name : std::string("-") + facts.letter + "," + name;
}

/// An option that takes the names of an enum.
template <w2v::NamedEnum Value>
CLI::Option* add_enum(CLI::App& command, const w2v::SettingFacts& facts, Value& value) {
  const auto names = w2v::names_of(value);
  const auto take = [&value, names](const std::string& text) {
    value = static_cast<Value>(std::ranges::find(names, text) - names.begin());
  };
  return command.add_option_function<std::string>(names_on_command_line(facts), take, std::string(facts.help))
      ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())))
      ->default_str(std::string(w2v::name_of(value)));
}

CLI::Option* add_lengths(CLI::App& command, const w2v::SettingFacts& facts, w2v::NgramLengths& value) {
  const auto take = [&value, &facts](const std::string& text) {
    if (!w2v::parse(text, value)) {
      throw CLI::ValidationError(
          "--" + std::string(facts.name),
          fmt::format("expected lengths of 1 to {} such as 3-6, or off, found {}", w2v::NgramLengths::longest, text));
    }
  };
  return command.add_option_function<std::string>(names_on_command_line(facts), take, std::string(facts.help))
      ->type_name("LENGTHS")
      ->default_str(w2v::text_of(value));
}

/// The option of a setting of any type.
template <class Value>
void add(CLI::App& command, const w2v::SettingFacts& facts, Value& value) {
  using Type = typename Plain<Value>::Type;
  const std::string names = names_on_command_line(facts);
  const std::string help(facts.help);
  CLI::Option* option = nullptr;
  if constexpr (w2v::NamedEnum<Value>) {
    option = add_enum(command, facts, value);
  } else if constexpr (std::same_as<Value, bool>) {
    option = command.add_flag(names, value, help);
  } else if constexpr (std::same_as<Value, w2v::NgramLengths>) {
    option = add_lengths(command, facts, value);
  } else {
    option = command.add_option(names, value, help);
    if constexpr (std::integral<Type>) {
      const std::uint64_t most =
          facts.most > 0 ? facts.most : static_cast<std::uint64_t>(std::numeric_limits<Type>::max());
      option->transform(whole_number(facts.least, most));
    }
    if constexpr (std::same_as<Value, std::string>) {
      option->type_name("FILE");
    } else if constexpr (!Plain<Value>::is_optional) {
      option->capture_default_str();
    }
  }
  option->group(std::string(w2v::name_of(facts.group)));
}

struct Addition {
  const w2v::SettingFacts* facts;
  std::function<void()> add;
};

/// Moves those that follow another one in --help than in the table.
void put_in_order_of_help(std::vector<Addition>& additions) {
  const auto find = [&](std::string_view name) {
    return std::ranges::find_if(additions, [&](const Addition& one) { return one.facts->name == name; });
  };
  for (const Addition& one : std::vector<Addition>(additions)) {
    if (one.facts->follows.empty()) continue;
    additions.erase(find(one.facts->name));
    additions.insert(find(one.facts->follows) + 1, one);
  }
}

template <class Config>
void add_rows(CLI::App& command, w2v::SettingGroup group, Config& config,
              const std::function<void(std::string_view)>& added) {
  std::vector<Addition> additions;
  w2v::for_each_setting([&](const auto& row) {
    if constexpr (std::same_as<typename std::remove_cvref_t<decltype(row)>::Config, Config>) {
      if (row.facts.group == group)
        additions.push_back({&row.facts, [&command, &row, &config] { add(command, row.facts, config.*row.field); }});
    }
  });
  put_in_order_of_help(additions);
  for (const Addition& one : additions) {
    one.add();
    added(one.facts->name);
  }
}

}  // namespace

void add_setting(CLI::App& command, const w2v::SettingFacts& facts, int& value) {
  // Without a default in --help: the program's is not the value.
  command.add_option(names_on_command_line(facts), value, std::string(facts.help))
      ->transform(whole_number(facts.least, facts.most))
      ->group(std::string(w2v::name_of(facts.group)));
}

void add_settings(CLI::App& command, w2v::SettingGroup group, w2v::TrainConfig& config,
                  const std::function<void(std::string_view name)>& added) {
  add_rows(command, group, config, added);
}
void add_settings(CLI::App& command, w2v::SettingGroup group, w2v::VocabularyConfig& config,
                  const std::function<void(std::string_view name)>& added) {
  add_rows(command, group, config, added);
}

}  // namespace app
