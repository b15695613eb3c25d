#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_line/program.hpp"
#include "writers.hpp"

namespace reference {
namespace {

/// Text in the cell of a table.
std::string escaped(std::string_view text) {
  std::string markdown;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_' || c == '<' || c == '\\' || c == '`' || c == '[' || c == ']') markdown += '\\';
    markdown += c;
  }
  return markdown;
}

/// Code in the cell of a table, where a bar must be escaped even there.
std::string code(std::string_view text) {
  std::string inside;
  for (const char c : text) inside += c == '|' ? std::string("\\|") : std::string(1, c);
  return text.empty() ? "" : "`" + inside + "`";
}

std::string row(const Option& option) {
  std::string text = escaped(option.text);
  if (option.required) text += "; must be given";
  if (!option.needs.empty()) text += fmt::format("; needs {}", code(fmt::format("{}", fmt::join(option.needs, ", "))));
  if (!option.excludes.empty())
    text += fmt::format("; not with {}", code(fmt::format("{}", fmt::join(option.excludes, ", "))));
  return fmt::format("| {} | {} | {} |\n", code(signature(option)), code(option.initial), text);
}

std::string table(std::string_view title, const std::vector<Option>& options) {
  std::string text = fmt::format("\n| {} | default | |\n|---|---|---|\n", title);
  for (const Option& option : options) text += row(option);
  return text;
}

std::string remarks(std::string_view title, std::span<const app::Remark> lines) {
  std::string text = fmt::format("\n| {} | |\n|---|---|\n", title);
  for (const app::Remark& line : lines) text += fmt::format("| {} | {} |\n", code(line.about), escaped(line.text));
  return text;
}

std::string section(const Command& command) {
  std::string usage = fmt::format("w2v {} [options]", command.name);
  for (const Option& argument : command.arguments)
    usage += argument.required ? " " + signature(argument) : " [" + signature(argument) + "]";
  std::string text = fmt::format("\n## w2v {}\n\n{}\n\n    {}\n", command.name, escaped(sentence(command.text)), usage);
  if (!command.arguments.empty()) text += table("argument", command.arguments);
  for (const Group& group : command.groups)
    text += table(group.name == "Options" ? "option" : escaped(group.name), group.options);
  return text + remarks("example", app::examples(command.name));
}

}  // namespace

std::string markdown(const CommandTree& tree) {
  std::string text = fmt::format(
      "# The command line\n\n"
      "Made by `apps/reference` from the options that the program parses, as the manual pages and the completions of "
      "the shells are:\n"
      "`cmake --build --preset release --target update-cli-md`. A test compares.\n\n"
      "{}\n\n    w2v [options] COMMAND [options] [arguments]\n\n",
      escaped(tree.program.text));
  text += "| command | |\n|---|---|\n";
  for (const Command& command : tree.commands) {
    text += fmt::format("| [{}](#w2v-{}) | {} |\n", command.name, command.name, escaped(command.text));
  }
  text += "\nThese options stand before or behind any command.\n";
  for (const Group& group : tree.program.groups)
    text += table(group.name == "Options" ? "option" : group.name, group.options);
  text += remarks("variable", app::environment()) + remarks("exit code", app::exit_codes()) +
          remarks("example", app::examples(""));
  for (const Command& command : tree.commands) text += section(command);
  return text;
}

}  // namespace reference
