#include "query/query_session.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "command_line/console.hpp"
#include "command_line/vector_files.hpp"
#include "query/word_lookup.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/buffered_reader.hpp"

namespace app {
namespace {

constexpr int failed = 1;
constexpr int unknown_word = 3;

/// A single question is not to wait until all rows and words are looked at.
w2v::ReadOptions lazily(w2v::ReadOptions options) {
  options.lazy = true;
  return options;
}

std::uint64_t values_of(const w2v::WordVectors& vectors) {
  return std::max<std::uint64_t>(1, std::uint64_t{vectors.size()} * vectors.dim());
}

}  // namespace

QuerySession::QuerySession(const QueryOptions& options)
    : options_(options), path_(model_path(options.model)), loaded_(load_model(path_, lazily(options.read))) {}

/// Enough for a matrix product to pay, and no more than are answered in about a second or whose answers fill
/// some megabytes.
std::size_t QuerySession::most_at_once() const {
  const std::size_t answers = std::max<std::size_t>(1, std::min(options_.k, vectors().size()));
  const std::uint64_t quick = std::clamp<std::uint64_t>((std::uint64_t{1} << 36) / values_of(vectors()), 32, 1024);
  return std::clamp<std::size_t>((std::size_t{1} << 20) / answers, 1, quick);
}

/// As many threads as pay for themselves: on a busy machine two threads that wait for each other cost a query
/// of a small model milliseconds (measured: 8 ms instead of 30 us with 1,526 x 100 values), so each gets 16
/// MB or more to look through. Of many questions one costs about an eighth.
int QuerySession::threads(std::size_t questions) const {
  if (options_.threads > 0) return options_.threads;
  constexpr std::uint64_t values_a_thread = std::uint64_t{1} << 22;
  const std::uint64_t values = values_of(vectors()) * (1 + questions / 8);
  return static_cast<int>(std::clamp<std::uint64_t>(values / values_a_thread, 1, w2v::usable_cores()));
}

void QuerySession::warn_of_no_direction(const Question& question) const {
  console::warning(fmt::format("'{}' has no direction: its vector is all zeros",
                               w2v::printable(fmt::format("{}", fmt::join(question.text, " ")))));
}

int QuerySession::answer(std::vector<Question> questions, const QueryCommand& command) {
  ResultWriter writer(options_.format, questions.size() > 1, command.answers);
  std::vector<Asked> block;
  for (Question& question : questions) {
    block.push_back({std::move(question), ""});
    if (block.size() == most_at_once()) answer_block(block, command, writer);
  }
  answer_block(block, command, writer);
  return exit_code();
}

int QuerySession::answer_lines(const QueryCommand& command) {
  if (console::stdin_is_terminal() && console::stdout_is_terminal()) return prompt(command);
  ResultWriter writer(options_.format, true, command.answers);
  w2v::BufferedReader lines(w2v::open_source("-"));
  std::vector<Asked> block;
  for (std::size_t number = 1; const std::optional<std::string_view> line = lines.line(); ++number) {
    if (std::optional<Asked> asked = read_line(*line, number, command)) block.push_back(std::move(*asked));
    if (block.size() == most_at_once() || !lines.line_is_there()) answer_block(block, command, writer);
  }
  return exit_code();
}

int QuerySession::exit_code() const {
  return no_answer_ ? failed : unknown_word_ ? unknown_word : 0;
}

int QuerySession::prompt(const QueryCommand& command) {
  // Opening the input waits for its first line.
  console::say_at_prompt(fmt::format("{} words of {} values. {} ctrl-D or :q ends\n> ",
                                     w2v::format_count(vectors().size()), vectors().dim(), command.hint));
  ResultWriter writer(options_.format, false, command.answers);
  w2v::BufferedReader lines(w2v::open_source("-"));
  for (std::size_t number = 1; const std::optional<std::string_view> line = lines.line(); ++number) {
    if (w2v::trimmed(*line) == ":q") return 0;
    std::vector<Asked> block;
    if (std::optional<Asked> asked = read_line(*line, number, command)) block.push_back(std::move(*asked));
    answer_block(block, command, writer);
    console::say_at_prompt("> ");
  }
  console::say_at_prompt("\n");
  return 0;
}

/// Nothing for an empty line.
std::optional<QuerySession::Asked> QuerySession::read_line(std::string_view line, std::size_t number,
                                                           const QueryCommand& command) {
  if (number == 1) line = w2v::without_byte_order_mark(line);
  line = w2v::trimmed(line);
  if (line.empty()) return std::nullopt;
  try {
    Asked asked{command.parse(std::string(line), number), ""};
    unescape(asked.question);
    return asked;
  } catch (const w2v::UsageError& e) {
    no_answer_ = true;
    const std::string fault = fmt::format("standard input:{}: {}", number, e.what());
    console::error(fault);
    return Asked{{{std::string(line)}, {}, {}, {}}, fault};
  }
}

/// Words that are unknown as they stand, and known as TSV output writes them, are meant.
void QuerySession::unescape(Question& question) const {
  for (std::string& word : question.words) {
    if (word.find('\\') == std::string::npos || find_word(vectors(), word)) continue;
    const std::string meant = w2v::unescaped(word);
    if (!find_word(vectors(), meant)) continue;
    std::ranges::replace(question.text, word, meant);
    word = meant;
  }
}

void QuerySession::look_up(Asked& asked) {
  for (const std::string& word : asked.question.words) {
    if (const std::optional<std::uint32_t> found = find_word(vectors(), word)) {
      asked.question.found.push_back(*found);
      continue;
    }
    if (const std::optional<std::uint32_t> composed = loaded_.vectors.compose(word)) {
      asked.question.found.push_back(*composed);
      asked.question.composed.push_back(word);
      continue;
    }
    if (!asked.fault.empty()) asked.fault += "; ";
    asked.fault += unknown_word_message(vectors(), path_, word, suggestions_left_ > 0 ? 3 : 0);
    if (suggestions_left_ > 0) --suggestions_left_;
  }
  if (asked.fault.empty()) return;
  unknown_word_ = true;
  console::error(asked.fault);
}

/// Answers what can be answered, writes all in order and empties the block.
void QuerySession::answer_block(std::vector<Asked>& block, const QueryCommand& command, ResultWriter& writer) {
  if (block.empty()) return;
  std::vector<Question> questions;
  for (Asked& asked : block) {
    if (console::interrupted()) throw w2v::Interrupted();
    if (asked.fault.empty()) look_up(asked);
    if (asked.fault.empty()) questions.push_back(asked.question);
  }
  const std::vector<Reply> replies =
      questions.empty() ? std::vector<Reply>() : command.answer(questions, threads(questions.size()));
  auto reply = replies.begin();
  for (Asked& asked : block) {
    if (asked.fault.empty()) {
      const Reply& answer = *reply++;
      const Fault* fault = std::get_if<Fault>(&answer);
      if (fault == nullptr) {
        writer.write(asked.question.text, asked.question.composed, answer, vectors());
        continue;
      }
      console::error(fault->text);
      no_answer_ = true;
      asked.fault = fault->text;
    }
    writer.write_fault(asked.question.text, asked.fault);
  }
  writer.flush();
  block.clear();
  loaded_.vectors.forget_composed();
}

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  const bool tabs = line.find('\t') != std::string_view::npos;
  for (const std::string_view field : w2v::split(line, tabs ? "\t" : " ")) {
    if (const std::string_view word = w2v::trimmed(field); !word.empty()) words.emplace_back(word);
  }
  return words;
}

}  // namespace app
