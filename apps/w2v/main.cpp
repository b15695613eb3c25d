#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/console.hpp"
#include "command_line/literal_arguments.hpp"
#include "command_line/old_options.hpp"
#include "command_line/program.hpp"
#include "command_line/standard_streams.hpp"
#include "query/word_lookup.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/formats/row_parser.hpp"
#include "w2v/io/file.hpp"
#include "w2v/simd/target.hpp"

namespace app {
namespace {

constexpr int done = 0;
constexpr int failed = 1;
constexpr int usage = 2;
constexpr int interrupted = 130;

/// The command that runs, which of its options would lower its memory, and whether it can leave out damaged rows.
struct Running {
  std::string command;
  std::string remedy;
  bool can_be_lenient = false;
};
Running running;

Running running_command(const CLI::App& command) {
  std::string remedy;
  for (const char* option : {"--threads", "--memory", "--limit"}) {
    if (command.get_option_no_throw(option) != nullptr)
      remedy += fmt::format("{} {}", remedy.empty() ? ": lower" : " or", option);
  }
  if (command.get_option_no_throw("--min-count") != nullptr) remedy += ", or raise --min-count";
  return {command.get_name(), remedy, command.get_option_no_throw("--lenient") != nullptr};
}

/// Those of a command, and those that all have.
std::vector<std::string> names_of_options(CLI::App& program, CLI::App& command) {
  std::vector<std::string> names;
  for (CLI::App* app : {&command, &program}) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

/// What is wrong with the command line, in our form.
std::string explain(const CLI::ParseError& fault, CLI::App& program) {
  const auto chosen = program.get_subcommands();
  const std::vector<std::string> rest = program.remaining(true);
  if (chosen.empty() && !rest.empty()) {
    std::vector<std::string> commands;
    for (const CLI::App* command : program.get_subcommands({})) commands.push_back(command->get_name());
    return fmt::format("no command {}: expected one of those that w2v --help tells{}", w2v::printable(rest.front()),
                       near_names(commands, rest.front()));
  }
  std::string text = without_marks(fault.what());
  if (const auto place = text.find(": At Most 1 required but received "); place != std::string::npos) {
    text = text.substr(0, place) + " is given more than once: expected it once";
  }
  if (!text.empty() && text[0] != '-') text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  if (chosen.empty()) return text + "; see w2v --help";
  CLI::App& command = *chosen.front();
  if (!rest.empty() && rest.front().starts_with('-')) {
    text += near_names(names_of_options(program, command), rest.front().substr(0, rest.front().find('=')));
    const std::set<std::string> asking{"neighbors", "analogy", "similarity", "vectors", "odd", "map", "heatmap"};
    if (asking.contains(command.get_name())) text += "; words that begin with - stand behind --";
  }
  return fmt::format("{}; see w2v {} --help", text, command.get_name());
}

int run(std::vector<std::string> arguments) {
  CLI::App program;
  console::Settings messages;
  int exit_code = done;
  define_program(program, messages, exit_code);
  for (CLI::App* command : program.get_subcommands({})) {
    command->preparse_callback([command](std::size_t /*arguments*/) { running = running_command(*command); });
  }
  try {
    if (const char* target = std::getenv("W2V_SIMD"); target != nullptr && *target != '\0') {
      try {
        w2v::simd::use_target(target);
      } catch (const w2v::Error& e) {
        throw w2v::UsageError(std::string("W2V_SIMD: ") + e.what());
      }
    }
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 wants them
    program.parse(reversed);
  } catch (const CLI::Success& e) {  // --help, --version
    std::ostringstream text;
    program.exit(e, text, text);
    w2v::File::standard_output().write(text.str());
    return done;
  } catch (const CLI::ParseError& e) {
    console::error(explain(e, program));
    return usage;
  }
  return exit_code;
}

/// What to say when memory that is not asked for by name runs out: how much there is, what for, what would lower it.
std::string out_of_memory() {
  rlimit limit{};
  const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return fmt::format("out of memory: w2v{}{} cannot have more{}{}", running.command.empty() ? "" : " ", running.command,
                     limited ? fmt::format(" than the {} of ulimit -v", w2v::format_bytes(limit.rlim_cur)) : "",
                     running.remedy);
}

int run_program(int argc, char** argv) {
  if (!hold_standard_descriptors()) {
    const std::string_view message =
        "w2v: standard input, output or error is closed, and nothing can be opened in its place\n";
    (void)!write(STDERR_FILENO, message.data(),
                 message.size());  // nothing else can tell it, and where it fails nothing can
    return failed;
  }
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments[0] == "help") {  // help, help COMMAND
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  // Faults of the command line come before its options hold, and are for the same reader as all messages.
  console::set_up({.json = std::find(arguments.begin(), arguments.end(), "--log-json") != arguments.end()});
  console::catch_signals();
  try {
    return run(mark_literal(translate_old_options(arguments)));
  } catch (const w2v::ClosedPipe&) {
    return done;
  } catch (const w2v::Interrupted&) {
    console::error("interrupted");
    return interrupted;
  } catch (const w2v::UsageError& e) {
    console::error(e.what());
    return usage;
  } catch (const w2v::Damage& e) {
    console::error(std::string(e.what()) + (running.can_be_lenient ? "; --lenient takes the other rows" : ""));
    return failed;
  } catch (const std::filesystem::filesystem_error& e) {
    console::error(fmt::format("{}: cannot read: {}", e.path1().string(), e.code().message()));
    return failed;
  } catch (const std::bad_alloc&) {
    console::error(out_of_memory());
    return failed;
  } catch (const std::exception& e) {
    console::error(e.what());
    return failed;
  }
}

}  // namespace
}  // namespace app

int main(int argc, char** argv) {
  return app::run_program(argc, argv);
}
