#include "result_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "console.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace {

ResultFormat chosen(const std::string& format) {
  if (format == "table") return ResultFormat::table;
  if (format == "tsv") return ResultFormat::tsv;
  if (format == "json") return ResultFormat::json;
  return console::stdout_is_terminal() ? ResultFormat::table : ResultFormat::tsv;
}

/// Characters that a terminal shows of UTF-8 text, taking each for one column.
std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  }));
}

/// Words hold bytes of any kind: what is no UTF-8 is replaced.
std::string line_of(const nlohmann::ordered_json& object) {
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

ResultWriter::ResultWriter(const std::string& format, bool several)
    : format_(chosen(format)), several_(several), out_(dup(STDOUT_FILENO), "standard output") {}

void ResultWriter::write(const std::vector<std::string>& query, std::span<const w2v::Match> matches,
                         const w2v::WordVectors& vectors) {
  buffer_.clear();
  switch (format_) {
    case ResultFormat::table:
      write_table(fmt::format("{}", fmt::join(query, " ")), matches, vectors);
      break;
    case ResultFormat::tsv:
      for (const w2v::Match& match : matches) {
        if (several_) buffer_ += fmt::format("{}\t", fmt::join(query, " "));
        fmt::format_to(std::back_inserter(buffer_), "{}\t{:.6f}\n", vectors.word(match.word), match.similarity);
      }
      break;
    case ResultFormat::json: {
      nlohmann::ordered_json answer;
      answer["query"] = query;
      answer["matches"] = nlohmann::ordered_json::array();
      for (const w2v::Match& match : matches) {
        answer["matches"].push_back({{"word", vectors.word(match.word)}, {"similarity", match.similarity}});
      }
      buffer_ = line_of(answer);
      break;
    }
  }
  out_.write(buffer_);
}

void ResultWriter::write_table(const std::string& query, std::span<const w2v::Match> matches,
                               const w2v::WordVectors& vectors) {
  if (several_) buffer_ += w2v::printable(query) + "\n";
  std::size_t width = 0;
  std::vector<std::string> words;
  for (const w2v::Match& match : matches) {
    words.push_back(w2v::printable(vectors.word(match.word)));
    width = std::max(width, columns(words.back()));
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    fmt::format_to(std::back_inserter(buffer_), "{}{}{:{}}  {:7.4f}\n", several_ ? "  " : "", words[i], "",
                   width - columns(words[i]), matches[i].similarity);
  }
}

void ResultWriter::write_unknown(const std::vector<std::string>& query, const std::string& reason) {
  if (format_ != ResultFormat::json) return;
  nlohmann::ordered_json answer;
  answer["query"] = query;
  answer["error"] = reason;
  out_.write(line_of(answer));
}
