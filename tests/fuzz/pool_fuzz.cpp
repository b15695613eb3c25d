// Lines to be pooled, with and without labels.
//
// Input: a byte of choices (format, threads), the label's column, the lines.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "w2v/io/file_series.hpp"
#include "w2v/pooling/pool_lines.hpp"
#include "w2v/pooling/token_weights.hpp"

namespace w2v::fuzz {
namespace {

const WordVectors& vectors() {
  static const WordVectors three = [] {
    WordSet words;
    Matrix<float> rows(3, 2, "a fuzz target");
    for (const char* word : {"a", "bb", "\xC3\xA9"}) {
      words.add(word);
      rows.row(words.size() - 1)[0] = static_cast<float>(words.size());
      rows.row(words.size() - 1)[1] = -0.5F;
    }
    return WordVectors(std::move(words), std::move(rows));
  }();
  return three;
}

/// Parts of a text, the ends of which are `mark`; what stands behind the last one counts if it is not empty.
std::vector<std::string> parts(std::string_view text, char mark) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(mark), text.size());
    all.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

/// The line without field `column` (from 1) of those parted by tabs; nothing if it has fewer.
std::optional<std::string> without_label(const std::string& line, std::size_t column) {
  if (column == 0) return line;
  std::vector<std::string> fields = parts(line + "\t", '\t');
  if (fields.size() < column) return std::nullopt;
  fields[column - 1].clear();
  std::string text;
  for (const std::string& field : fields) text += field + "\t";
  return text;
}

/// The mean of the rows of a text's known tokens, found without the tokenizer.
std::vector<double> mean(const std::string& text) {
  std::vector<double> sum(2);
  double known = 0;
  std::string token;
  for (const char c : text + " ") {
    if (std::string_view(" \t\n\v\f\r\0", 7).find(c) == std::string_view::npos) {
      token += c;
      continue;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      if (token != vectors().word(i)) continue;
      ++known;
      sum[0] += vectors().row(i)[0];
      sum[1] += vectors().row(i)[1];
    }
    token.clear();
  }
  if (known > 0) {
    for (double& value : sum) value /= known;
  }
  return sum;
}

/// Checks a line of numbers parted by one byte.
void check_numbers(const std::string& line, char mark, const std::vector<double>& expected) {
  const std::vector<std::string> numbers = parts(line, mark);
  require(numbers.size() == expected.size(), "a number for each value");
  for (std::size_t i = 0; i < expected.size(); ++i) {
    double value = 0;
    std::from_chars(numbers[i].data(), numbers[i].data() + numbers[i].size(), value);
    require(std::abs(value - expected[i]) <= 1e-6 * std::abs(expected[i]), "the mean of the known words");
  }
}

void check(Input input) {
  const unsigned choices = input.choice();
  const auto column = static_cast<std::size_t>(input.choice() % 4);
  const auto format = static_cast<PoolFormat>(choices % 4);
  const std::string path = Folder::get().write("in", input.rest());
  std::vector<std::string> texts;
  bool labelled = true;
  if (!accepted([&] {
        std::string text(BufferedReader(open_text(path)).peek(std::size_t{1} << 26));
        for (std::size_t i = text.find("\r\n"); i != std::string::npos; i = text.find("\r\n", i)) text.erase(i, 1);
        std::ranges::replace(text, '\r', '\n');
        texts = parts(text, '\n');
      }))
    return;
  if (!texts.empty() && texts[0].starts_with("\xEF\xBB\xBF")) texts[0].erase(0, 3);
  for (std::string& text : texts) {
    const auto rest = without_label(text, column);
    labelled = labelled && rest;
    text = rest.value_or("");
  }

  std::string out;
  PoolReport report;
  const bool pooled = accepted([&] {
    BufferedReader in(open_text(path));
    const Pooler pooler(vectors());
    const PoolConfig config{.format = format, .label_column = column, .threads = (choices & 4) != 0 ? 2 : 1};
    report = pool_lines(
        in, pooler, config, [&](std::string_view bytes) { out += bytes; }, Observer());
  });
  std::size_t lines = 0;
  TokenCounts counts(vectors());
  const bool counted = accepted([&] {
    BufferedReader in(open_text(path));
    for_each_line(in, column, [&](std::string_view text) {
      counts.add_line(text);
      ++lines;
    });
  });
  require(counted == labelled, "lines with a label, and no others, are taken");
  if (!pooled) return require(!labelled || format == PoolFormat::libsvm, "lines with a label are pooled");
  require(labelled && report.lines == texts.size() && lines == texts.size(), "every line is pooled");
  for (const float weight : counts.sif_weights()) require(weight > 0 && weight <= 1, "a SIF weight is in (0, 1]");
  for (const float weight : counts.idf_weights())
    require(weight >= 0 && std::isfinite(weight), "an IDF weight is finite");
  if (format == PoolFormat::npy) return require(out.size() == 8 * texts.size(), "two floats a line");
  const std::vector<std::string> rows = parts(out, '\n');
  require(rows.size() == texts.size(), "a line for each line");
  if (format == PoolFormat::libsvm) return;
  for (std::size_t i = 0; i < rows.size(); ++i)
    check_numbers(rows[i], format == PoolFormat::tsv ? '\t' : ' ', mean(texts[i]));
}

}  // namespace
}  // namespace w2v::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  w2v::fuzz::check({data, size});
  return 0;
}
