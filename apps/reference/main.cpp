// Writes what is made from the options of the program: manual pages, completions of the shells, docs/CLI.md.

#include <CLI/CLI.hpp>

#include <exception>
#include <iostream>
#include <string>

#include "command_line/console.hpp"
#include "command_line/program.hpp"
#include "w2v/io/atomic_file.hpp"
#include "writers.hpp"

namespace {

void write(const std::string& path, const std::string& text) {
  w2v::AtomicFile file(path);
  file.write(text);
  file.commit();
}

int run(const std::string& what, const std::string& place) {
  CLI::App program;
  console::Settings messages;
  int exit_code = 0;
  app::define_program(program, messages, exit_code);
  const reference::CommandTree tree = reference::read_tree(program);
  if (what == "man") {
    write(place + "/w2v.1", reference::man_page(tree));
    for (const reference::Command& command : tree.commands) {
      write(place + "/w2v-" + command.name + ".1", reference::man_page(tree, command));
    }
  } else if (what == "completions") {
    write(place + "/w2v", reference::bash_completion(tree));
    write(place + "/_w2v", reference::zsh_completion(tree));
    write(place + "/w2v.fish", reference::fish_completion(tree));
  } else if (what == "markdown") {
    write(place, reference::markdown(tree));
  } else {
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = argc == 3 ? run(argv[1], argv[2]) : 2;
    if (code == 2) std::cerr << "usage: w2v-reference man FOLDER | completions FOLDER | markdown FILE\n";
    return code;
  } catch (const std::exception& e) {
    std::cerr << "w2v-reference: " << e.what() << '\n';
    return 1;
  }
}
