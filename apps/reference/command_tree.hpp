#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace reference {

/// What stands behind an option, as a shell completes it.
enum class Value { none, choice, file, other };

/// An option, or an argument without a name.
struct Option {
  std::vector<std::string> names;  ///< "-o", "--output"; of an argument none
  std::string placeholder;         ///< FILE, N, "text|binary"; of a flag empty
  Value value = Value::none;
  std::vector<std::string> choices;
  std::string text;
  std::string initial;  ///< the default; empty if there is none, or if `text` tells it
  bool required = false;
  bool repeated = false;           ///< an argument that may be given more than once
  std::vector<std::string> needs;  ///< options that must stand beside it
  std::vector<std::string> excludes;
};

/// Options under a heading.
struct Group {
  std::string name;
  std::vector<Option> options;
};

struct Command {
  std::string name;  ///< "train"; "w2v" for the program
  std::string text;
  std::vector<Option> arguments;
  std::vector<Group> groups;
};

/// All that the command line of the program knows.
struct CommandTree {
  Command program;  ///< its options stand before or behind any command
  std::vector<Command> commands;
};

/// Reads the tree that the program parses with. Throws w2v::Error for an option whose type tells nothing about its
/// value: CLI11's TEXT.
CommandTree read_tree(CLI::App& program);

/// "Learn word vectors from a corpus." of "learn word vectors from a corpus".
std::string sentence(std::string text);

/// "-o, --output FILE".
std::string signature(const Option& option);

}  // namespace reference
