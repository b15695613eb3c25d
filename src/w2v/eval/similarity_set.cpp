#include "w2v/eval/similarity_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "w2v/base/text.hpp"

namespace w2v {
namespace {

char separator_of(std::string_view line) {
  for (const char separator : {'\t', ','}) {
    if (line.find(separator) != std::string_view::npos) return separator;
  }
  return ' ';
}

std::vector<std::string_view> split_at(std::string_view line, char separator) {
  if (separator == ' ') return split(line, separators);
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
    end = line.find(separator, begin);
    fields.push_back(trimmed(line.substr(begin, end == std::string_view::npos ? end : end - begin), separators));
  }
  return fields;
}

std::size_t score_place(const SimilarityColumns& columns) {
  return columns.score == 0 ? 2 : columns.score - 1;
}

std::optional<double> parse_score(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || stop != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

std::vector<std::string_view> split_fields(std::string_view line) {
  line = trimmed(line, separators);
  return split_at(line, separator_of(line));
}

bool fits_pair(const std::vector<std::string_view>& fields, const SimilarityColumns& columns) {
  return columns.score == 0 ? fields.size() == 3 : fields.size() >= columns.score;
}

bool is_rated_pair(const std::vector<std::string_view>& fields, const SimilarityColumns& columns) {
  return fits_pair(fields, columns) && !fields[0].empty() && !fields[1].empty() &&
         parse_score(fields[score_place(columns)]);
}

SimilaritySet parse_similarities(const SetLines& file, const SimilarityColumns& columns) {
  SimilaritySet set{file.name, {}, {}};
  const auto position = [&](std::string_view word) {
    set.words.add(word);
    return *set.words.find(word);
  };
  std::optional<char> separator;
  bool may_be_heading = true;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string_view line = trimmed(file.lines[i], separators);
    if (line.empty() || line.starts_with('#')) continue;
    const std::vector<std::string_view> fields = separator ? split_at(line, *separator) : split_fields(line);
    if (is_rated_pair(fields, columns)) {
      if (!separator) separator = separator_of(line);
      set.pairs.push_back({position(fields[0]), position(fields[1]), *parse_score(fields[score_place(columns)])});
    } else if (!may_be_heading) {
      const char* between = !separator           ? ""
                            : *separator == '\t' ? ", tabs between them"
                            : *separator == ','  ? ", commas between them"
                                                 : "";
      const std::string found = fits_pair(fields, columns)
                                    ? ""
                                    : fmt::format(", found {} field{}", fields.size(), fields.size() == 1 ? "" : "s");
      throw file.error(i, fmt::format("no pair: expected two words and a number{}{}", between, found));
    }
    may_be_heading = false;
  }
  if (set.pairs.empty())
    throw Error(fmt::format("{}: no pair in it: expected lines of two words and a number", file.name));
  return set;
}

SimilarityScore score_similarities(const SimilaritySet& set, const Embedding& embedding, bool case_sensitive) {
  const std::vector<std::uint32_t> rows = find_rows(embedding, set.words.words(), case_sensitive);
  std::vector<double> scores;
  std::vector<double> cosines;
  std::vector<double> first(embedding.dim);
  std::vector<double> second(embedding.dim);
  for (const SimilaritySet::Pair& pair : set.pairs) {
    if (rows[pair.first] == no_row || rows[pair.second] == no_row) continue;
    unit_row(embedding, rows[pair.first], first.data());
    unit_row(embedding, rows[pair.second], second.data());
    scores.push_back(pair.score);
    cosines.push_back(dot(first.data(), second.data(), embedding.dim));
  }
  const double rho = spearman(scores, cosines);
  return {set.pairs.size(), scores.size(), rho, pearson(scores, cosines), spearman_interval(rho, scores.size())};
}

}  // namespace w2v
