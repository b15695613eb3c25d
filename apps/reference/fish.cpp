#include <fmt/format.h>
#include <fmt/ranges.h>

#include "writers.hpp"

namespace reference {
namespace {

constexpr const char* code = R"~~~(
# Whether the command that is typed is this one; '' for none.
function __w2v_is
    set -l words (commandline -opc)
    set -e words[1]
    set -l value_follows no
    for word in $words
        if test $value_follows = yes
            set value_follows no
        else if test "$word" = --log-level
            set value_follows yes
        else if not string match -q -- '-*' $word
            test "$word" = "$argv[1]"
            return
        end
    end
    test "$argv[1]" = ''
end

)~~~";

/// Text between single quotes.
std::string quoted(std::string_view text) {
  std::string inside;
  for (const char c : text) {
    if (c == '\'' || c == '\\') inside += '\\';
    inside += c;
  }
  return "'" + inside + "'";
}

std::string line(const std::string& condition, const std::string& rest) {
  return fmt::format("complete -c w2v{}{} {}\n", condition.empty() ? "" : " -n ", condition, rest);
}

std::string option_line(const std::string& condition, const Option& option) {
  std::string rest;
  for (const std::string& name : option.names) {
    rest += name.starts_with("--") ? "-l " + name.substr(2) + " " : "-s " + name.substr(1) + " ";
  }
  if (option.value == Value::choice) rest += fmt::format("-x -a '{}' ", fmt::join(option.choices, " "));
  if (option.value == Value::file) rest += "-r -F ";
  if (option.value == Value::other) rest += "-x ";
  return line(condition, rest + "-d " + quoted(option.text));
}

std::string option_lines(const std::string& condition, const Command& command) {
  std::string text;
  for (const Group& group : command.groups) {
    for (const Option& option : group.options) text += option_line(condition, option);
  }
  return text;
}

}  // namespace

std::string fish_completion(const CommandTree& tree) {
  std::string text =
      "# fish completion for w2v, made from its options by apps/reference\n" + std::string(code) + line("", "-f");
  text += option_lines("", tree.program);
  for (const Command& command : tree.commands) {
    text += line("'__w2v_is \"\"'", fmt::format("-a {} -d {}", command.name, quoted(command.text)));
  }
  for (const Command& command : tree.commands) {
    const std::string condition = fmt::format("'__w2v_is {}'", command.name);
    if (!command.arguments.empty() && command.arguments.front().value == Value::file) text += line(condition, "-F");
    text += option_lines(condition, command);
  }
  return text;
}

}  // namespace reference
