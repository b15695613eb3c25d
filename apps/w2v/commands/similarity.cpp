#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>

#include "command_line/named_files.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "query/query_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/query/similarity.hpp"

namespace app {
namespace {

struct Options {
  QueryOptions query;
  std::vector<std::string> words;
};

Question two_words(const std::vector<std::string>& words) {
  if (words.size() != 2) throw w2v::UsageError(fmt::format("a similarity has two words, found {}", words.size()));
  return {words, words, {}, {}};
}

/// The cosine of a pair, which a row of zeros does not have.
Reply answer(const Question& pair, const w2v::WordVectors& vectors) {
  const std::vector<float> first = vectors.row(pair.found[0]);
  const std::vector<float> second = vectors.row(pair.found[1]);
  for (std::size_t i = 0; i < 2; ++i) {
    if (w2v::is_zero(i == 0 ? first : second)) {
      return Fault{fmt::format("'{}' has no direction and so no similarity: its vector is all zeros",
                               w2v::printable(pair.words[i]))};
    }
  }
  return w2v::similarity(first, second);
}

int run(const Options& options) {
  std::vector<Question> questions;
  if (!options.words.empty()) questions.push_back(two_words(options.words));
  check_files({{"the queries", options.words.empty() ? "-" : ""}, model_input(options.query.model)});
  QuerySession session(options.query);
  QueryCommand command;
  command.hint = "Type two words;";
  command.answers = Answers::a_number;
  command.parse = [](const std::string& line, std::size_t /*number*/) { return two_words(words_of(line)); };
  command.answer = [&](std::span<const Question> asked, int /*threads*/) {
    std::vector<Reply> replies;
    for (const Question& pair : asked) replies.push_back(answer(pair, session.vectors()));
    return replies;
  };
  return questions.empty() ? session.answer_lines(command) : session.answer(std::move(questions), command);
}

}  // namespace

void add_similarity(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("similarity", "the cosine of two words, -1 to 1");
  command
      ->add_option("words", options->words,
                   "two words, behind -- if one begins with -; without any, two a line from standard input, with a tab "
                   "between them if "
                   "they hold blanks. In tsv a line without an answer has no number")
      ->type_name("WORD");
  add_query_options(*command, options->query);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace app
