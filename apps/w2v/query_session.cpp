#include "query_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "console.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/buffered_reader.hpp"
#include "w2v/query/spelling.hpp"
#include "report_left_out.hpp"

namespace {

constexpr int unknown_word = 3;

std::string model_path(const std::string& named) {
  if (!named.empty()) return named;
  if (const char* variable = std::getenv("W2V_MODEL"); variable != nullptr && *variable != '\0') return variable;
  for (const char* usual : {"vectors.bin", "vectors.txt"}) {
    if (std::filesystem::exists(usual)) return usual;
  }
  throw w2v::Error("no model: expected --model FILE, $W2V_MODEL, or vectors.bin or vectors.txt in this folder; "
                   "w2v train CORPUS makes one");
}

/// As many threads as pay for themselves: on a busy machine two threads that wait for each other cost a query of a small
/// model milliseconds (measured: 8 ms instead of 30 us with 1,526 x 100 values), so each gets 16 MB or more to look through.
int worthwhile_threads(const w2v::WordVectors& vectors) {
  constexpr std::uint64_t values_a_thread = std::uint64_t{1} << 22;
  const std::uint64_t values = std::uint64_t{vectors.size()} * vectors.dim();
  return static_cast<int>(std::clamp<std::uint64_t>(values / values_a_thread, 1, w2v::usable_cores()));
}

}  // namespace

void QuerySession::load() {
  path_ = model_path(options_.model);
  loaded_ = w2v::load_vectors(path_, options_.read);
  report_left_out(path_, loaded_->left_out);
  if (options_.threads == 0) options_.threads = worthwhile_threads(loaded_->vectors);
}

int QuerySession::answer(const std::vector<Query>& queries, const Answer& answer) {
  load();
  ResultWriter writer(options_.format, queries.size() > 1);
  for (const Query& query : queries) answer_one(query, answer, writer);
  return exit_code_;
}

int QuerySession::answer_lines(const std::function<Query(const std::string&)>& parse, const Answer& answer) {
  load();
  ResultWriter writer(options_.format, true);
  w2v::BufferedReader lines(w2v::open_source("-"));
  for (std::size_t number = 1; const std::optional<std::string_view> line = lines.line(); ++number) {
    if (line->find_first_not_of(" \t") == std::string_view::npos) continue;
    try {
      answer_one(parse(std::string(*line)), answer, writer);
    } catch (const w2v::UsageError& e) {
      throw w2v::Error(fmt::format("standard input:{}: {}", number, e.what()));
    }
  }
  return exit_code_;
}

void QuerySession::answer_one(const Query& query, const Answer& answer, ResultWriter& writer) {
  if (console::interrupted()) throw w2v::Interrupted();
  const w2v::WordVectors& vectors = loaded_->vectors;
  std::vector<std::uint32_t> words;
  std::string unknown;
  for (const std::string& word : query) {
    if (const std::optional<std::uint32_t> found = vectors.find(word)) {
      words.push_back(*found);
      continue;
    }
    std::string near;
    for (const std::uint32_t i : w2v::near_spellings(vectors.words(), word)) {
      near += fmt::format("{} {}", near.empty() ? "; near spellings:" : ",", w2v::printable(vectors.word(i)));
    }
    if (!unknown.empty()) unknown += "; ";
    unknown += fmt::format("'{}' is not in the vocabulary of {}{}", w2v::printable(word), path_, near);
  }
  if (unknown.empty()) {
    writer.write(query, answer(vectors, words, options_.k, options_.threads), vectors);
  } else {
    console::error(unknown);
    writer.write_unknown(query, unknown);
    exit_code_ = unknown_word;
  }
}
