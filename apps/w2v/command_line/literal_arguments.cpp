#include "command_line/literal_arguments.hpp"

#include <CLI/CLI.hpp>

namespace app {
namespace {

constexpr char mark = '\x1f';  // a control character that is no separator and in no sane name

}  // namespace

std::vector<std::string> mark_literal(const std::vector<std::string>& arguments) {
  std::vector<std::string> marked;
  bool behind = false;
  for (const std::string& argument : arguments) {
    if (!behind && argument == "--") {
      behind = true;
    } else if (behind || (argument.starts_with('[') && argument.ends_with(']'))) {
      marked.push_back(mark + argument);
    } else {
      marked.push_back(argument);
    }
  }
  return marked;
}

std::string without_marks(std::string text) {
  std::erase(text, mark);
  return text;
}

void accept_literal(CLI::App& command) {
  const auto take_off = [](std::string& text) {
    if (text.starts_with(mark)) text.erase(0, 1);
    return std::string();
  };
  for (CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() > 0)
      option->transform(CLI::Validator(std::function<std::string(std::string&)>(take_off), ""));
  }
}

}  // namespace app
