#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <sstream>

#include "commands/commands.hpp"
#include "commands/query_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/query/analogy.hpp"

namespace commands {
namespace {

struct Options {
  QueryOptions query;
  std::vector<std::string> words;
};

QuerySession::Query three_words(const QuerySession::Query& words) {
  if (words.size() != 3) {
    throw w2v::UsageError(fmt::format("an analogy has three words, A B C for A - B + C, found {}", words.size()));
  }
  return words;
}

int run(const Options& options) {
  QuerySession session(options.query);
  const QuerySession::Answer answer = [](const w2v::WordVectors& vectors, const std::vector<std::uint32_t>& words,
                                         std::size_t k, int threads) {
    return w2v::analogy(vectors, {words[0], words[1], words[2]}, k, threads);
  };
  if (!options.words.empty()) return session.answer({three_words(options.words)}, answer);
  const auto parse = [](const std::string& line) {
    std::istringstream words(line);
    return three_words({std::istream_iterator<std::string>(words), {}});
  };
  return session.answer_lines(parse, answer);
}

}  // namespace

void add_analogy(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("analogy", "A B C: the words nearest to A - B + C; never one of the three");
  command->add_option("words", options->words, "three words; without any, three a line from standard input")
      ->type_name("WORD");
  add_query_options(*command, options->query);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace commands
