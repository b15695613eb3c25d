#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "w2v/settings/settings.hpp"

namespace CLI {
class App;
}

namespace app {

/// "--" and the name of the option of a setting, such as that of &w2v::TrainConfig::dim.
template <class Config, class Value>
std::string option_of(Value Config::*field) {
  return "--" + std::string(w2v::facts_of(field).name);
}

/// Adds the option of a whole number that stands outside the two configs.
void add_setting(CLI::App& command, const w2v::SettingFacts& facts, int& value);

/// Adds the options of a group of settings, which are parsed straight into `config`. Calls `added` with the name of
/// each, so that other options can stand between them.
void add_settings(
    CLI::App& command, w2v::SettingGroup group, w2v::TrainConfig& config,
    const std::function<void(std::string_view name)>& added = [](std::string_view) {});
void add_settings(
    CLI::App& command, w2v::SettingGroup group, w2v::VocabularyConfig& config,
    const std::function<void(std::string_view name)>& added = [](std::string_view) {});

}  // namespace app
