#include "command_tree.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "command_line/program.hpp"
#include "w2v/base/error.hpp"

namespace reference {
namespace {

const std::set<std::string> others{"CHARACTERS", "LANGUAGE", "N",    "NAME", "SIZE", "LENGTHS",
                                   "TIME",       "TITLE",    "WORD", "X",    "X,..."};

/// The choices of CLI::IsMember, whose description is "{a,b}".
std::vector<std::string> choices_in(const std::string& type) {
  const std::size_t begin = type.find('{');
  if (begin == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, type.find('}') - begin - 1), ',');
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> long_names(const std::set<CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) names.push_back(names_of(*option).back());
  std::ranges::sort(names);
  return names;
}

/// The default as it would be typed; CLI11 shows a list as "[a,b]".
std::string initial_of(const CLI::Option& option) {
  std::string text = option.get_default_str();
  if (text.size() > 1 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  return text;
}

Option read_option(const CLI::Option& from) {
  Option option;
  option.names = names_of(from);
  option.text = from.get_description();
  option.required = from.get_required();
  option.needs = long_names(from.get_needs());
  option.excludes = long_names(from.get_excludes());
  if (from.get_items_expected_max() == 0) return option;
  const std::string type = from.get_type_name();
  option.initial = initial_of(from);
  option.repeated = option.names.empty() && from.get_items_expected_max() > 1;
  option.choices = choices_in(type);
  option.placeholder = option.choices.empty() ? type : fmt::format("{}", fmt::join(option.choices, "|"));
  if (!option.choices.empty()) {
    option.value = Value::choice;
  } else if (app::path_placeholders().contains(type) && !(type == "TEXT" && !option.names.empty())) {
    option.value = Value::file;
  } else if (others.contains(type)) {
    option.value = Value::other;
  } else {
    throw w2v::Error(fmt::format("{}: its type is {}: expected one of {}, {}, set by type_name()", from.get_name(),
                                 type, fmt::join(app::path_placeholders(), ", "), fmt::join(others, ", ")));
  }
  return option;
}

Command read_command(CLI::App& from) {
  Command command;
  command.name = from.get_name();
  command.text = from.get_description();
  for (const CLI::Option* option : from.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    if (option->get_positional()) {
      command.arguments.push_back(read_option(*option));
      continue;
    }
    auto group = std::ranges::find(command.groups, option->get_group(), &Group::name);
    if (group == command.groups.end()) group = command.groups.insert(group, Group{option->get_group(), {}});
    group->options.push_back(read_option(*option));
  }
  return command;
}

}  // namespace

CommandTree read_tree(CLI::App& program) {
  CommandTree tree{read_command(program), {}};
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    tree.commands.push_back(read_command(*command));
  }
  return tree;
}

std::string sentence(std::string text) {
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text.back() == '.' ? text : text + ".";
}

std::string signature(const Option& option) {
  std::string text = fmt::format("{}", fmt::join(option.names, ", "));
  if (!option.placeholder.empty()) text += (text.empty() ? "" : " ") + option.placeholder;
  return option.repeated ? text + "..." : text;
}

}  // namespace reference
