#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace CLI {
class App;
}
namespace console {
struct Settings;
}

namespace app {

/// Defines the commands and options of the program: the one tree by which the command line is parsed and from which
/// --help, the manual pages, the completions of the shells and docs/CLI.md are made. Parsing fills `messages`, and runs
/// the command that is chosen, which sets `exit_code`; all three must live as long as `program` parses.
void define_program(CLI::App& program, console::Settings& messages, int& exit_code);

/// What `w2v --version` and `w2v info` say about the program: a line with the version, then how it was built and what
/// it uses here.
std::string build_facts();

/// What --help calls values that are paths; FILE|LIST may be something else, too.
const std::set<std::string>& path_placeholders();

/// A line of what --help and the manual pages say beside the options.
struct Remark {
  const char* about;
  const char* text;
};
/// Of a command; of the program for "".
std::span<const Remark> examples(std::string_view command);
std::span<const Remark> environment();
std::span<const Remark> exit_codes();

}  // namespace app
