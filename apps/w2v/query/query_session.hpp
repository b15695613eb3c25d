#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "query/result_writer.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace app {

/// The options of every command that asks a model.
struct QueryOptions {
  std::string model;
  std::string format;
  std::size_t k = 1;  ///< most answers for each question
  w2v::ReadOptions read;
  int threads = 0;  ///< 0: as many as pay for themselves
};

/// What is asked of a model.
struct Question {
  std::vector<std::string> text;           ///< heads the answer
  std::vector<std::string> words;          ///< must be in the vocabulary
  std::vector<float> numbers;              ///< the weights of the words, or a vector, where the command has them
  std::vector<std::uint32_t> found;        ///< positions of the words: the session looks them up
  std::vector<std::string> composed = {};  ///< words that are unknown and have a vector from their n-grams
};

/// How a command reads and answers questions.
struct QueryCommand {
  /// The question in a line of standard input, the number-th from 1, without blanks around it. Throws w2v::UsageError
  /// if it is none.
  std::function<Question(const std::string& line, std::size_t number)> parse;
  /// A reply to each question.
  std::function<std::vector<Reply>(std::span<const Question> questions, int threads)> answer;
  /// What may be typed at the prompt.
  std::string hint;
  Answers answers = Answers::cosines;
};

/// One model, asked as often as wanted: looks up words, answers questions in blocks, remembers what went
/// wrong.
class QuerySession {
 public:
  /// Loads the model.
  explicit QuerySession(const QueryOptions& options);

  [[nodiscard]] const w2v::WordVectors& vectors() const { return loaded_.vectors; }
  /// Where they come from.
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Says that a question has no answers because the point it asks about is all zeros.
  void warn_of_no_direction(const Question& question) const;

  /// Answers these questions. Returns the exit code: 1 if a question has no answer, else 3 if a word was unknown;
  /// the other questions are answered all the same.
  int answer(std::vector<Question> questions, const QueryCommand& command);

  /// Answers the lines of standard input until it ends: all that are there at once as a block, so whoever
  /// waits for an answer gets it and a long list is a matrix product. Returns the exit code: 1 if a line was
  /// no question, else as answer(). On a terminal it prompts for lines, and the exit code is 0.
  int answer_lines(const QueryCommand& command);

 private:
  /// A question, or what is wrong with it.
  struct Asked {
    Question question;
    std::string fault;
  };

  /// Questions in a block.
  [[nodiscard]] std::size_t most_at_once() const;
  [[nodiscard]] int threads(std::size_t questions) const;
  std::optional<Asked> read_line(std::string_view line, std::size_t number, const QueryCommand& command);
  void unescape(Question& question) const;
  void look_up(Asked& asked);
  void answer_block(std::vector<Asked>& block, const QueryCommand& command, ResultWriter& writer);
  int prompt(const QueryCommand& command);
  [[nodiscard]] int exit_code() const;

  QueryOptions options_;
  std::string path_;
  w2v::LoadedVectors loaded_;
  bool no_answer_ = false;
  bool unknown_word_ = false;
  int suggestions_left_ = 100;  // each looks through the whole vocabulary, which a long list of unknown words need not
};

/// The words of a line, which stand between tabs if it has one, else between blanks.
std::vector<std::string> words_of(std::string_view line);

}  // namespace app
