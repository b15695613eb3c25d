#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>

#include "command_line/named_files.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "query/query_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/query/analogy.hpp"
#include "w2v/query/similarity.hpp"

namespace app {
namespace {

struct Options {
  QueryOptions query;
  std::vector<std::string> words;
  std::string method = "add";
  bool include_inputs = false;
};

Question three_words(const std::vector<std::string>& words) {
  if (words.size() != 3) {
    throw w2v::UsageError(fmt::format("an analogy has three words, A B C for A - B + C, found {}", words.size()));
  }
  return {words, words, {}, {}};
}

/// Whether words can be nearer to the question than others: for 3CosMul it need not be a point.
bool has_direction(const w2v::WordVectors& vectors, const w2v::Analogy& words, w2v::AnalogyMethod method) {
  if (method == w2v::AnalogyMethod::add) return !w2v::is_zero(w2v::analogy_query(vectors, words));
  return !(w2v::is_zero(vectors.row(words.a)) && w2v::is_zero(vectors.row(words.b)) &&
           w2v::is_zero(vectors.row(words.c)));
}

int run(const Options& options) {
  std::vector<Question> questions;
  if (!options.words.empty()) questions.push_back(three_words(options.words));
  check_files({{"the queries", options.words.empty() ? "-" : ""}, model_input(options.query.model)});
  QuerySession session(options.query);
  w2v::AnalogyOptions search;
  search.k = options.query.k;
  search.include_inputs = options.include_inputs;
  if (options.method == "mul") search.method = w2v::AnalogyMethod::mul;

  QueryCommand command;
  command.hint = "Type three words, A B C for A - B + C;";
  if (search.method == w2v::AnalogyMethod::mul) command.answers = Answers::scores;
  command.parse = [](const std::string& line, std::size_t /*number*/) { return three_words(words_of(line)); };
  command.answer = [&](std::span<const Question> asked, int threads) {
    search.threads = threads;
    std::vector<w2v::Analogy> analogies;
    for (const Question& question : asked)
      analogies.push_back({question.found[0], question.found[1], question.found[2]});
    std::vector<Reply> replies;
    std::vector<std::vector<w2v::Match>> answers = w2v::analogies(session.vectors(), analogies, search);
    for (std::size_t i = 0; i < analogies.size(); ++i) {
      if (!has_direction(session.vectors(), analogies[i], search.method)) {
        session.warn_of_no_direction(asked[i]);
        answers[i].clear();
      }
      replies.emplace_back(std::move(answers[i]));
    }
    return replies;
  };
  return questions.empty() ? session.answer_lines(command) : session.answer(std::move(questions), command);
}

}  // namespace

void add_analogy(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("analogy", "A B C: the words nearest to A - B + C; never one of the three");
  command
      ->add_option("words", options->words,
                   "three words, behind -- if one begins with -; without any, three a line from standard input, with "
                   "tabs between them "
                   "if they hold blanks")
      ->type_name("WORD");
  add_query_options(*command, options->query);
  add_search_options(*command, options->query);
  command
      ->add_option("--method", options->method,
                   "add: cosine with A - B + C (3CosAdd); mul: cos(x, A) cos(x, C) / (cos(x, B) + 0.001), "
                   "each shifted to 0 .. "
                   "1 (3CosMul; scores are no cosines, and called score in json)")
      ->check(CLI::IsMember({"add", "mul"}))
      ->capture_default_str();
  command->add_flag("--include-inputs", options->include_inputs,
                    "the three words can be answers, too; without their exclusion the answer is often A or C");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace app
