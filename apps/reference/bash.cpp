#include <fmt/format.h>
#include <fmt/ranges.h>

#include "writers.hpp"

namespace reference {
namespace {

/// What follows on the names and choices, which hold nothing that a shell would take apart.
constexpr const char* code = R"~~~(
# The command among the words before the one that is completed, and whether -- has ended its options.
_w2v_look() {
  command= ended=
  local i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      --) [[ $command ]] && ended=yes ;;
      --log-level) [[ $command ]] || ((i++)) ;;
      -* | =) ;;
      *) [[ $command ]] || command=${COMP_WORDS[i]} ;;
    esac
  done
}

_w2v_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}

_w2v_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
}

_w2v() {
  local command ended current=${COMP_WORDS[COMP_CWORD]} option= value
  COMPREPLY=()
  _w2v_look
  # The option whose value this is, written as two words or with =, which bash takes for a word of its own.
  if [[ $current == "=" ]]; then
    option=${COMP_WORDS[COMP_CWORD-1]} current=
  elif [[ ${COMP_WORDS[COMP_CWORD-1]} == "=" ]]; then
    option=${COMP_WORDS[COMP_CWORD-2]}
  elif [[ ${COMP_WORDS[COMP_CWORD-1]} == -* ]]; then
    option=${COMP_WORDS[COMP_CWORD-1]}
  fi
  if [[ $option && ! $ended ]]; then
    value=$(_w2v_value "$command" "$option")
    case $value in
      @files) _w2v_files; return ;;
      @other) return ;;
      ?*) _w2v_words "$value"; return ;;
    esac
  fi
  if [[ $current == -* && ! $ended ]]; then
    _w2v_words "$(_w2v_options "$command")"
  elif [[ ! $command ]]; then
    _w2v_words "$_w2v_commands"
  elif [[ $_w2v_take_files == *" $command "* ]]; then
    _w2v_files
  fi
}
complete -F _w2v w2v
)~~~";

std::string value_of(const Option& option) {
  if (option.value == Value::choice) return fmt::format("{}", fmt::join(option.choices, " "));
  return option.value == Value::file ? "@files" : "@other";
}

/// Cases "COMMAND OPTION" of _w2v_value; those of the program hold with any command.
std::string value_cases(const Command& command, std::string_view name) {
  std::string text;
  for (const Group& group : command.groups) {
    for (const Option& option : group.options) {
      if (option.value == Value::none) continue;
      std::string patterns;
      for (const std::string& spelling : option.names) {
        patterns += fmt::format("{}{}\" {}\"", patterns.empty() ? "" : " | ", name, spelling);
      }
      text += fmt::format("    {}) echo '{}' ;;\n", patterns, value_of(option));
    }
  }
  return text;
}

std::string names_in(const Command& command) {
  std::string text;
  for (const Group& group : command.groups) {
    for (const Option& option : group.options)
      text += fmt::format("{}{}", text.empty() ? "" : " ", fmt::join(option.names, " "));
  }
  return text;
}

}  // namespace

std::string bash_completion(const CommandTree& tree) {
  std::string commands;
  std::string take_files;
  std::string values = value_cases(tree.program, "*");
  std::string options;
  for (const Command& command : tree.commands) {
    commands += (commands.empty() ? "" : " ") + command.name;
    if (!command.arguments.empty() && command.arguments.front().value == Value::file) take_files += " " + command.name;
    values += value_cases(command, command.name);
    options += fmt::format("    {}) echo '{}' ;;\n", command.name, names_in(command));
  }
  return fmt::format(
             "# bash completion for w2v, made from its options by apps/reference\n\n"
             "_w2v_commands='{}'\n"
             "_w2v_take_files='{} '\n\n"
             "# _w2v_value COMMAND OPTION: what its value may be; nothing for a flag.\n"
             "_w2v_value() {{\n  case \"$1 $2\" in\n{}  esac\n}}\n\n"
             "# _w2v_options COMMAND: its options, behind those of the program.\n"
             "_w2v_options() {{\n  echo '{}'\n  case $1 in\n{}  esac\n}}\n",
             commands, take_files, values, names_in(tree.program), options) +
         code;
}

}  // namespace reference
