#include <CLI/CLI.hpp>

#include <memory>

#include "commands/commands.hpp"
#include "commands/query_options.hpp"
#include "w2v/query/neighbors.hpp"

namespace commands {
namespace {

struct Options {
  QueryOptions query;
  std::vector<std::string> words;
};

int run(const Options& options) {
  QuerySession session(options.query);
  const QuerySession::Answer answer = [](const w2v::WordVectors& vectors, const std::vector<std::uint32_t>& words,
                                         std::size_t k, int threads) {
    return w2v::neighbors(vectors, words[0], k, threads);
  };
  if (options.words.empty()) {
    // A line is a word, blanks around it apart: vectors in text form may have words with blanks in them.
    const auto parse = [](const std::string& line) {
      const std::size_t begin = line.find_first_not_of(" \t");
      return QuerySession::Query{line.substr(begin, line.find_last_not_of(" \t") + 1 - begin)};
    };
    return session.answer_lines(parse, answer);
  }
  std::vector<QuerySession::Query> queries;
  for (const std::string& word : options.words) queries.push_back({word});
  return session.answer(queries, answer);
}

}  // namespace

void add_neighbors(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("neighbors", "the words nearest to a word, by cosine; never the word itself");
  command->add_option("words", options->words, "words; without any, one a line from standard input")->type_name("WORD");
  add_query_options(*command, options->query);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace commands
