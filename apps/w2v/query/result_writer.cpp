#include "query/result_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "command_line/console.hpp"
#include "command_line/text_table.hpp"
#include "query/word_lookup.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace app {
namespace {

constexpr std::size_t buffered = std::size_t{1} << 16;

ResultFormat chosen(const std::string& format) {
  if (format == "table") return ResultFormat::table;
  if (format == "tsv") return ResultFormat::tsv;
  if (format == "json") return ResultFormat::json;
  return console::stdout_is_terminal() ? ResultFormat::table : ResultFormat::tsv;
}

/// Words hold bytes of any kind: what is no UTF-8 is replaced.
std::string line_of(const nlohmann::ordered_json& object) {
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

ResultWriter::ResultWriter(const std::string& format, bool several, Answers answers)
    : format_(chosen(format)), several_(several), answers_(answers), out_(w2v::File::standard_output()) {}

void ResultWriter::write(const std::vector<std::string>& question, const std::vector<std::string>& composed,
                         const Reply& reply, const w2v::WordVectors& vectors) {
  if (!composed.empty() && format_ == ResultFormat::tsv) {
    for (const std::string& word : composed) console::info(made_of_ngrams(word));
  }
  switch (format_) {
    case ResultFormat::table:
      for (const std::string& word : composed) buffer_ += "* " + made_of_ngrams(word) + "\n";
      write_table(fmt::format("{}", fmt::join(question, " ")), reply, vectors);
      break;
    case ResultFormat::tsv:
      write_tsv(fmt::format("{}", fmt::join(question, " ")), reply, vectors);
      break;
    case ResultFormat::json:
      write_json(question, composed, reply, vectors);
      break;
  }
  if (buffer_.size() > buffered) flush();
}

void ResultWriter::write_table(const std::string& question, const Reply& reply, const w2v::WordVectors& vectors) {
  if (const float* number = std::get_if<float>(&reply)) {
    if (several_) buffer_ += w2v::printable(question) + "  ";
    fmt::format_to(std::back_inserter(buffer_), "{:7.4f}\n", *number);
    return;
  }
  const auto& matches = std::get<std::vector<w2v::Match>>(reply);
  if (several_) buffer_ += w2v::printable(question) + "\n";
  std::size_t width = 0;
  std::vector<std::string> words;
  for (const w2v::Match& match : matches) {
    words.push_back(w2v::printable(vectors.word(match.word)));
    width = std::max(width, text_width(words.back()));
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    fmt::format_to(std::back_inserter(buffer_), "{}{}{:{}}  {:7.4f}\n", several_ ? "  " : "", words[i], "",
                   width - text_width(words[i]), matches[i].similarity);
  }
}

void ResultWriter::write_tsv(const std::string& question, const Reply& reply, const w2v::WordVectors& vectors) {
  const std::string head = several_ ? w2v::escaped(question) + '\t' : "";
  if (const float* number = std::get_if<float>(&reply)) {
    fmt::format_to(std::back_inserter(buffer_), "{}{:.6f}\n", head, *number);
    return;
  }
  for (const w2v::Match& match : std::get<std::vector<w2v::Match>>(reply)) {
    fmt::format_to(std::back_inserter(buffer_), "{}{}\t{:.6f}\n", head, w2v::escaped(vectors.word(match.word)),
                   match.similarity);
  }
}

void ResultWriter::write_json(const std::vector<std::string>& question, const std::vector<std::string>& composed,
                              const Reply& reply, const w2v::WordVectors& vectors) {
  nlohmann::ordered_json answer;
  answer["query"] = question;
  if (!composed.empty()) answer["from_ngrams"] = composed;
  if (const float* number = std::get_if<float>(&reply)) {
    answer["similarity"] = *number;
  } else {
    const char* measure = answers_ == Answers::scores ? "score" : "similarity";
    answer["matches"] = nlohmann::ordered_json::array();
    for (const w2v::Match& match : std::get<std::vector<w2v::Match>>(reply)) {
      answer["matches"].push_back({{"word", vectors.word(match.word)}, {measure, match.similarity}});
    }
  }
  buffer_ += line_of(answer);
}

void ResultWriter::write_fault(const std::vector<std::string>& question, const std::string& fault) {
  if (format_ == ResultFormat::tsv && several_ && answers_ == Answers::a_number) {
    buffer_ += w2v::escaped(fmt::format("{}", fmt::join(question, " "))) + "\t\n";
  }
  if (format_ != ResultFormat::json) return;
  nlohmann::ordered_json answer;
  answer["query"] = question;
  answer["error"] = fault;
  buffer_ += line_of(answer);
}

void ResultWriter::flush() {
  out_.write(buffer_);
  buffer_.clear();
}

}  // namespace app
