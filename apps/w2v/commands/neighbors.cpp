#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "command_line/named_files.hpp"
#include "command_line/numbers.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "query/listed_words.hpp"
#include "query/query_options.hpp"
#include "query/word_lookup.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/query/ann_index.hpp"
#include "w2v/query/expression.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/query/top_k.hpp"

namespace app {
namespace {

struct Options {
  QueryOptions query;
  std::vector<std::string> words;
  std::string among;
  float min_similarity = w2v::SearchOptions().min_similarity;
  bool include_query = false;
  bool center = false;
  bool vectors = false;
  bool ann = false;
  std::size_t ann_ef = w2v::AnnIndex::usual_ef;
};

/// A word, or an expression of some.
Question parse_words(const std::string& line, const w2v::WordVectors& vectors) {
  Question question;
  question.text = {std::string(w2v::trimmed(line))};
  for (w2v::Term& term :
       w2v::parse_expression(line, [&](std::string_view word) { return find_word(vectors, word).has_value(); })) {
    question.words.push_back(std::move(term.word));
    question.numbers.push_back(term.weight);
  }
  return question;
}

Question parse_vector(const std::string& line, std::size_t number, std::size_t dim) {
  Question question;
  question.text = {std::to_string(number)};
  for (const std::string_view text : w2v::split(line)) {
    const std::optional<float> value = w2v::parse_float(text);
    if (!value || !std::isfinite(*value)) {
      throw w2v::UsageError(fmt::format("'{}' is no number: expected {} numbers", w2v::printable(text), dim));
    }
    question.numbers.push_back(*value);
  }
  if (question.numbers.size() != dim) {
    throw w2v::UsageError(
        fmt::format("a vector of another length: expected {} numbers, found {}", dim, question.numbers.size()));
  }
  return question;
}

w2v::SearchQuery search_query(const Question& question, const w2v::WordVectors& vectors,
                              const std::vector<float>& center, bool include_query) {
  if (question.words.empty()) {
    return {w2v::unit(w2v::moved(question.numbers, center)), {}};
  }
  std::vector<w2v::WeightedWord> words;
  for (std::size_t i = 0; i < question.found.size(); ++i) words.emplace_back(question.numbers[i], question.found[i]);
  return {w2v::expression_point(vectors, words, center), include_query ? std::vector<std::uint32_t>() : question.found};
}

/// The questions that the words of a command line are: one where a + or - stands between them, else one each.
std::vector<Question> questions_of(const std::vector<std::string>& words, const w2v::WordVectors& vectors) {
  const auto is_operator = [](const std::string& word) { return word == "+" || word == "-"; };
  if (words.size() > 1 && std::ranges::any_of(words, is_operator)) {
    return {parse_words(fmt::format("{}", fmt::join(words, " ")), vectors)};
  }
  std::vector<Question> questions;
  for (const std::string& word : words) questions.push_back(parse_words(word, vectors));
  return questions;
}

void check_ann(const Options& options) {
  const w2v::ReadOptions& read = options.query.read;
  if (!options.among.empty() || options.center || read.lenient || read.limit != w2v::ReadOptions().limit) {
    throw w2v::UsageError(
        "--ann searches all vectors of the file as they are: expected no --among, --center, --limit or --lenient");
  }
}

int run(Options options) {
  const bool limited = options.min_similarity != w2v::SearchOptions().min_similarity;
  if (limited && !(options.min_similarity >= -1 && options.min_similarity <= 1)) {
    throw w2v::UsageError(fmt::format("--min-similarity {}: expected a number from -1 to 1", options.min_similarity));
  }
  if (options.ann) check_ann(options);
  options.query.read.mapped = options.ann;
  if (options.vectors && !options.words.empty()) {
    throw w2v::UsageError("--vectors reads vectors from standard input: expected no words beside it");
  }
  check_files({{"the queries", options.words.empty() ? "-" : ""},
               model_input(options.query.model),
               {"--among", options.among}});
  QuerySession session(options.query);
  const w2v::WordVectors& vectors = session.vectors();
  w2v::SearchOptions search;
  search.k = options.query.k;
  search.min_similarity = options.min_similarity;
  if (!options.among.empty()) {
    ListedWords listed(options.among);
    search.among = listed.positions_in(vectors);
    listed.require_met(session.path());
  }
  std::optional<w2v::AnnIndex> ann;
  if (options.ann) ann = w2v::AnnIndex::open(session.path(), vectors);
  if (options.center) search.center = w2v::mean_row(vectors);

  QueryCommand command;
  command.hint =
      options.vectors ? fmt::format("Type {} numbers;", vectors.dim()) : "Type a word, or king - man + woman;";
  command.parse = [&](const std::string& line, std::size_t number) {
    return options.vectors ? parse_vector(line, number, vectors.dim()) : parse_words(line, vectors);
  };
  command.answer = [&](std::span<const Question> questions, int threads) {
    search.threads = threads;
    std::vector<w2v::SearchQuery> queries;
    for (const Question& question : questions)
      queries.push_back(search_query(question, vectors, search.center, options.include_query));
    std::vector<std::vector<w2v::Match>> answers =
        ann ? ann->top_k(vectors, queries, search, options.ann_ef) : w2v::top_k(vectors, queries, search);
    std::vector<Reply> replies;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (w2v::is_zero(queries[i].point)) {
        session.warn_of_no_direction(questions[i]);
        answers[i].clear();
      }
      replies.emplace_back(std::move(answers[i]));
    }
    return replies;
  };
  if (options.words.empty()) return session.answer_lines(command);
  return session.answer(questions_of(options.words, vectors), command);
}

}  // namespace

void add_neighbors(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand(
      "neighbors", "the words nearest to a word or to king - man + woman, by cosine; never a word of the query itself");
  command
      ->add_option("words", options->words,
                   "words or expressions; without any, one a line from standard input. An expression sums up "
                   "vectors of length "
                   "1: + and - stand alone between blanks, weights as in '2 * king - 0.5*man'. Words that begin with - "
                   "stand behind --")
      ->type_name("WORD");
  add_query_options(*command, options->query);
  add_search_options(*command, options->query);
  command->add_option("--among", options->among, "only the words in this file, one a line, can be answers")
      ->type_name("FILE");
  command->add_option("--min-similarity", options->min_similarity, "no answers that are less alike, -1 to 1")
      ->type_name("X");
  command->add_flag("--include-query", options->include_query, "words of the query can be answers, too");
  command->add_flag("--center", options->center, "subtract the mean of all vectors from each");
  command->add_flag("--vectors", options->vectors, "a line of standard input is a vector: its number heads the answer");
  CLI::Option* ann = command->add_flag(
      "--ann", options->ann, "answer by FILE.hnsw, which w2v index FILE --ann makes: faster, and may miss some words");
  command->add_option("--ann-ef", options->ann_ef, "candidates of such a search: more miss less and take longer")
      ->transform(whole_number(1, std::numeric_limits<std::uint32_t>::max()))
      ->capture_default_str()
      ->needs(ann);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace app
