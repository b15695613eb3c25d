#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "command_line/program.hpp"
#include "writers.hpp"

namespace reference {
namespace {

/// Text as roff prints it, whatever is in it.
std::string escaped(std::string_view text) {
  std::string roff;
  for (const char c : text) {
    switch (c) {
      case '\\':
        roff += "\\e";
        break;
      case '-':
        roff += "\\-";
        break;
      case '\'':
        roff += "\\(aq";
        break;
      case '`':
        roff += "\\(ga";
        break;
      case '^':
        roff += "\\(ha";
        break;
      case '~':
        roff += "\\(ti";
        break;
      default:
        roff += c;
    }
  }
  return roff.starts_with('.') ? "\\&" + roff : roff;
}

std::string bold(std::string_view text) {
  return "\\fB" + escaped(text) + "\\fR";
}
std::string italic(std::string_view text) {
  return "\\fI" + escaped(text) + "\\fR";
}

/// "train" is w2v-train(1).
std::string page_of(const std::string& command) {
  return fmt::format(".BR {} (1)", escaped("w2v-" + command));
}

std::string heading(std::string_view name) {
  std::string title(name);
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
  return fmt::format(".TH {} 1 \"\" \"w2v {}\" \"User Commands\"\n", escaped(title), W2V_VERSION);
}

std::string section(std::string_view name) {
  return fmt::format(".SH {}\n", name);
}

std::string joined(const std::vector<std::string>& names, std::string_view separator) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : std::string(separator)) + bold(name);
  return text;
}

/// "-o, --output FILE" with fonts.
std::string tag(const Option& option) {
  std::string text = joined(option.names, ", ");
  const std::string value = option.value == Value::choice ? joined(option.choices, "|") : italic(option.placeholder);
  if (!option.placeholder.empty()) text += (text.empty() ? "" : " ") + value;
  return option.repeated ? text + " ..." : text;
}

std::string entry(const Option& option) {
  std::string text = fmt::format(".TP\n{}\n{}\n", tag(option), escaped(option.text));
  if (!option.initial.empty()) text += fmt::format("[default: {}]\n", escaped(option.initial));
  if (!option.needs.empty()) text += fmt::format("Needs {}.\n", joined(option.needs, ", "));
  if (!option.excludes.empty()) text += fmt::format("Not with {}.\n", joined(option.excludes, ", "));
  return text;
}

std::string options(const Command& command) {
  std::string text = section("OPTIONS");
  for (const Group& group : command.groups) {
    if (group.name != "Options") text += fmt::format(".SS {}\n", escaped(group.name));
    for (const Option& option : group.options) text += entry(option);
  }
  return text;
}

std::string remarks(std::string_view title, std::span<const app::Remark> lines) {
  std::string text = section(title);
  for (const app::Remark& line : lines) text += fmt::format(".TP\n{}\n{}\n", bold(line.about), escaped(line.text));
  return text;
}

std::string synopsis(const Command& command) {
  std::string text = section("SYNOPSIS") + fmt::format(".B w2v {}\n[\\fIoptions\\fR]\n", escaped(command.name));
  for (const Option& argument : command.arguments) {
    const std::string name = italic(argument.placeholder) + (argument.repeated ? " ..." : "");
    text += argument.required ? name + "\n" : "[" + name + "]\n";
  }
  return text;
}

}  // namespace

std::string man_page(const CommandTree& tree) {
  std::string text = heading("w2v") + section("NAME") + "w2v \\- train word vectors and answer questions about them\n";
  text += section("SYNOPSIS") + ".B w2v\n[\\fIoptions\\fR]\n\\fIcommand\\fR\n[\\fIoptions\\fR]\n[\\fIarguments\\fR]\n";
  text += section("DESCRIPTION") + escaped(tree.program.text) + "\n";
  text +=
      ".PP\nResults go to standard output, all else to standard error. A file named \\fB\\-\\fR is standard input or "
      "output.\n";
  text += section("COMMANDS");
  for (const Command& command : tree.commands)
    text += fmt::format(".TP\n{}\n{}\n", page_of(command.name), escaped(command.text));
  text += options(tree.program) + remarks("EXAMPLES", app::examples("")) + remarks("ENVIRONMENT", app::environment()) +
          remarks("EXIT STATUS", app::exit_codes()) + section("SEE ALSO");
  for (const Command& command : tree.commands)
    text += page_of(command.name) + (&command == &tree.commands.back() ? "\n" : " ,\n");
  return text;
}

std::string man_page(const CommandTree& tree, const Command& command) {
  std::string text = heading("w2v-" + command.name) + section("NAME");
  text += fmt::format("{} \\- {}\n", escaped("w2v-" + command.name), escaped(command.text));
  text += synopsis(command) + section("DESCRIPTION") + escaped(sentence(command.text)) + "\n";
  if (!command.arguments.empty()) text += section("ARGUMENTS");
  for (const Option& argument : command.arguments) text += entry(argument);
  text += options(command);
  text += ".SS Messages\n";
  for (const Group& group : tree.program.groups) {
    if (group.name != "Messages") continue;
    for (const Option& option : group.options) text += entry(option);
  }
  return text + remarks("EXAMPLES", app::examples(command.name)) + remarks("ENVIRONMENT", app::environment()) +
         remarks("EXIT STATUS", app::exit_codes()) + section("SEE ALSO") + ".BR w2v (1)\n";
}

}  // namespace reference
