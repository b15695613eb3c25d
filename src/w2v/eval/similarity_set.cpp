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

namespace {

/// The vectors of a set's words, scaled to length 1.
class WordRows {
 public:
  WordRows(const SimilaritySet& set, const Embedding& embedding, bool case_sensitive)
      : set_(set),
        embedding_(embedding),
        rows_(find_rows(embedding, set.words.words(), case_sensitive)),
        values_(embedding.dim) {}

  [[nodiscard]] bool known(std::uint32_t word) const { return rows_[word] != no_row; }

  /// False if the word has no vector.
  bool read(std::uint32_t word, std::vector<double>& out) {
    if (known(word)) {
      unit_row(embedding_, rows_[word], out.data());
      return true;
    }
    if (!embedding_.compose || !embedding_.compose(set_.words.words()[word], values_)) return false;
    scale_to_unit(values_.data(), values_.size(), out.data());
    return true;
  }

 private:
  const SimilaritySet& set_;
  const Embedding& embedding_;
  std::vector<std::uint32_t> rows_;
  std::vector<float> values_;
};

struct Correlated {
  std::vector<double> scores;
  std::vector<double> cosines;
};

}  // namespace

SimilarityScore score_similarities(const SimilaritySet& set, const Embedding& embedding, bool case_sensitive) {
  WordRows rows(set, embedding, case_sensitive);
  Correlated known;
  Correlated all;
  std::vector<double> first(embedding.dim);
  std::vector<double> second(embedding.dim);
  for (const SimilaritySet::Pair& pair : set.pairs) {
    if (!rows.read(pair.first, first) || !rows.read(pair.second, second)) continue;
    const double cosine = dot(first.data(), second.data(), embedding.dim);
    const bool both_known = rows.known(pair.first) && rows.known(pair.second);
    for (Correlated* pairs : {&all, &known}) {
      if (pairs == &known && !both_known) continue;
      pairs->scores.push_back(pair.score);
      pairs->cosines.push_back(cosine);
    }
  }
  const double rho = spearman(known.scores, known.cosines);
  SimilarityScore score{set.pairs.size(), known.scores.size(), rho, pearson(known.scores, known.cosines),
                        spearman_interval(rho, known.scores.size())};
  if (embedding.compose) {
    score.composed = all.scores.size() - known.scores.size();
    score.spearman_with_composed = spearman(all.scores, all.cosines);
  }
  return score;
}

}  // namespace w2v
