#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "result_writer.hpp"
#include "w2v/query/top_k.hpp"
#include "w2v/vectors/format.hpp"

/// The options of every command that asks a model.
struct QueryOptions {
  std::string model;
  std::string format;
  std::size_t k = 10;
  w2v::ReadOptions read;
  int threads = 0;
};

/// One model, asked as often as wanted: loads it, reads the queries, writes the answers, remembers unknown words.
class QuerySession {
 public:
  using Query = std::vector<std::string>;
  using Answer = std::function<std::vector<w2v::Match>(const w2v::WordVectors&, const std::vector<std::uint32_t>& words,
                                                       std::size_t k, int threads)>;

  explicit QuerySession(const QueryOptions& options) : options_(options) {}

  /// Answers the queries in turn, or those that `next` reads from a line of standard input until it ends.
  /// Returns the exit code: 3 if a word was unknown; the other queries are answered all the same.
  int answer(const std::vector<Query>& queries, const Answer& answer);
  int answer_lines(const std::function<Query(const std::string& line)>& parse, const Answer& answer);

 private:
  void load();
  void answer_one(const Query& query, const Answer& answer, ResultWriter& writer);

  QueryOptions options_;
  std::string path_;
  std::optional<w2v::LoadedVectors> loaded_;
  int exit_code_ = 0;
};
