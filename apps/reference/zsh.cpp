#include <fmt/format.h>
#include <fmt/ranges.h>

#include "writers.hpp"

namespace reference {
namespace {

/// Text between single quotes, where _arguments would read brackets and colons as its own.
std::string escaped(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted;
}

std::string action_of(const Option& option) {
  if (option.value == Value::choice) return fmt::format("({})", fmt::join(option.choices, " "));
  return option.value == Value::file ? "_files" : " ";
}

/// A line for each spelling, of which one excludes the other.
std::string specification(const Option& option) {
  std::string text;
  for (const std::string& name : option.names) {
    const std::string value =
        option.value == Value::none ? "" : fmt::format(":{}:{}", escaped(option.placeholder), action_of(option));
    const std::string assigned = option.value != Value::none && name.starts_with("--") ? "=" : "";
    text += fmt::format("    '({}){}{}[{}]{}'\n", fmt::join(option.names, " "), name, assigned, escaped(option.text),
                        value);
  }
  return text;
}

std::string specifications(const Command& command) {
  std::string text;
  for (const Group& group : command.groups) {
    for (const Option& option : group.options) text += specification(option);
  }
  for (const Option& argument : command.arguments) {
    text += fmt::format("    '{}:{}:{}'\n", argument.repeated ? "*" : "", escaped(argument.placeholder),
                        action_of(argument));
  }
  return text;
}

}  // namespace

std::string zsh_completion(const CommandTree& tree) {
  std::string commands;
  std::string cases;
  for (const Command& command : tree.commands) {
    commands += fmt::format("    '{}:{}'\n", command.name, escaped(command.text));
    cases += fmt::format("    {}) of_command=(\n{}    ) ;;\n", command.name, specifications(command));
  }
  return fmt::format(
      "#compdef w2v\n"
      "# zsh completion for w2v, made from its options by apps/reference\n\n"
      "_w2v() {{\n"
      "  local curcontext=$curcontext state line\n"
      "  local -a of_program of_command commands\n"
      "  typeset -A opt_args\n"
      "  of_program=(\n{}  )\n"
      "  commands=(\n{}  )\n"
      "  _arguments -C $of_program '1:command:->command' '*::argument:->arguments' && return\n"
      "  if [[ $state == command ]]; then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  curcontext=${{curcontext%:*}}-$line[1]:\n"
      "  case $line[1] in\n{}    *) return 1 ;;\n"
      "  esac\n"
      "  _arguments $of_program $of_command\n"
      "}}\n\n"
      "_w2v \"$@\"\n",
      specifications(tree.program), commands, cases);
}

}  // namespace reference
