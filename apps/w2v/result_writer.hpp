#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/io/file.hpp"
#include "w2v/query/top_k.hpp"
#include "w2v/vectors/word_vectors.hpp"

enum class ResultFormat {
  table,  ///< aligned columns for a person
  tsv,    ///< word <tab> similarity; of several queries, query <tab> word <tab> similarity
  json,   ///< one object a query
};

/// Writes the answers to queries on standard output. An answer is there when write() returns, so a program that asks
/// line by line is never left waiting.
class ResultWriter {
 public:
  /// `several`: more than one query may come, so each answer names its query. Empty `format`: a table on a terminal, else
  /// TSV.
  ResultWriter(const std::string& format, bool several);

  /// The words nearest to a query, best first. Throws Error if they cannot be written.
  void write(const std::vector<std::string>& query, std::span<const w2v::Match> matches,
             const w2v::WordVectors& vectors);

  /// A query that has no answer: a line for it in JSON, nothing in the other forms.
  void write_unknown(const std::vector<std::string>& query, const std::string& reason);

 private:
  void write_table(const std::string& query, std::span<const w2v::Match> matches, const w2v::WordVectors& vectors);

  ResultFormat format_;
  bool several_;
  w2v::File out_;
  std::string buffer_;
};
