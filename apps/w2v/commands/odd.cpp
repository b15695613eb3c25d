#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>

#include "command_line/named_files.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "query/query_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/query/odd_one_out.hpp"

namespace app {
namespace {

struct Options {
  QueryOptions query;
  std::vector<std::string> words;
};

Question some_words(const std::vector<std::string>& words) {
  if (words.size() < 3) {
    throw w2v::UsageError(fmt::format("one word is odd among three or more, found {}", words.size()));
  }
  return {words, words, {}, {}};
}

int run(const Options& options) {
  std::vector<Question> questions;
  if (!options.words.empty()) questions.push_back(some_words(options.words));
  check_files({{"the queries", options.words.empty() ? "-" : ""}, model_input(options.query.model)});
  QuerySession session(options.query);
  QueryCommand command;
  command.hint = "Type three words or more;";
  command.parse = [](const std::string& line, std::size_t /*number*/) { return some_words(words_of(line)); };
  command.answer = [&](std::span<const Question> asked, int /*threads*/) {
    std::vector<Reply> replies;
    for (const Question& question : asked)
      replies.emplace_back(std::vector{w2v::odd_one_out(session.vectors(), question.found)});
    return replies;
  };
  return questions.empty() ? session.answer_lines(command) : session.answer(std::move(questions), command);
}

}  // namespace

void add_odd(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("odd",
                                             "which of some words does not belong: the one with the lowest "
                                             "cosine to the mean of their vectors of length 1");
  command
      ->add_option("words", options->words,
                   "three words or more, behind -- if one begins with -; without any, some a line from standard input, "
                   "with tabs "
                   "between them if they hold blanks")
      ->type_name("WORD");
  add_query_options(*command, options->query);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace app
