#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "w2v/io/file.hpp"
#include "w2v/query/top_k.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace app {

enum class ResultFormat {
  table,  ///< aligned columns for a person
  tsv,    ///< word <tab> similarity; of several questions, question <tab> word <tab> similarity
  json,   ///< one object a question
};

/// What the answers of a command are, which decides how they are written.
enum class Answers {
  cosines,   ///< words with their similarities
  scores,    ///< words with numbers that are no cosines
  a_number,  ///< one similarity
};

/// Why a question has no answer: one line.
struct Fault {
  std::string text;
};

/// What a question is answered with: words, best first, or a number, or nothing.
using Reply = std::variant<std::vector<w2v::Match>, float, Fault>;

/// Writes the answers to questions on standard output. In TSV a tab, line feed, carriage return or backslash
/// of a word becomes \t, \n, \r or \\, so lines and columns stay whole; JSON has words as they are, where
/// they are UTF-8.
class ResultWriter {
 public:
  /// `several`: more than one question may come, so each answer names its own. Empty `format`: a table on a
  /// terminal, else TSV.
  ResultWriter(const std::string& format, bool several, Answers answers);

  /// The answer to a question, which is no Fault, on standard output after flush() at the latest. `composed`: words of
  /// it that are unknown and have a vector from their n-grams: a table and JSON say so, else a message does. Throws
  /// Error if it cannot be written.
  void write(const std::vector<std::string>& question, const std::vector<std::string>& composed, const Reply& reply,
             const w2v::WordVectors& vectors);

  /// A question that has no answer: a line for it in JSON and, so that lines keep step with the questions, where
  /// several are answered by a number each in TSV; nothing else.
  void write_fault(const std::vector<std::string>& question, const std::string& fault);

  void flush();

 private:
  void write_table(const std::string& question, const Reply& reply, const w2v::WordVectors& vectors);
  void write_tsv(const std::string& question, const Reply& reply, const w2v::WordVectors& vectors);
  void write_json(const std::vector<std::string>& question, const std::vector<std::string>& composed,
                  const Reply& reply, const w2v::WordVectors& vectors);

  ResultFormat format_;
  bool several_;
  Answers answers_;
  w2v::File out_;
  std::string buffer_;
};

}  // namespace app
