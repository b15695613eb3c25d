#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <map>
#include <random>
#include <sstream>

#include "../support.hpp"
#include "w2v/pooling/pool_lines.hpp"
#include "w2v/pooling/token_weights.hpp"

namespace w2v::test {
namespace {

constexpr std::size_t dim = 7;

std::map<std::string, std::vector<float>> random_rows() {
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  std::map<std::string, std::vector<float>> rows;
  for (int i = 0; i < 50; ++i) {
    std::vector<float>& row = rows["w" + std::to_string(i)];
    for (std::size_t j = 0; j < dim; ++j) row.push_back(normal(random));
  }
  rows["zero"] = std::vector<float>(dim, 0.0F);
  return rows;
}

WordVectors vectors_of(const std::map<std::string, std::vector<float>>& rows) {
  WordSet words;
  Matrix<float> values(rows.size(), dim, "a test");
  std::size_t i = 0;
  for (const auto& [word, row] : rows) {
    words.add(word);
    std::ranges::copy(row, values.row(i++));
  }
  return {std::move(words), std::move(values)};
}

/// Lines of known and unknown words; some have none that is known.
std::vector<std::string> random_lines() {
  std::mt19937 random(5);
  std::vector<std::string> lines{"", "no such words", "zero", "zero zero w1"};
  for (int i = 0; i < 500; ++i) {
    std::string line;
    for (unsigned n = random() % 12; n > 0; --n)
      line += "w" + std::to_string(random() % 70) + (n % 3 == 0 ? "\t" : " ");
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> tokens_of(const std::string& line) {
  std::istringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

struct Pooled {
  std::string out;
  PoolReport report;
};

Pooled pool(const std::string& text, const Pooler& pooler, const PoolConfig& config) {
  const TemporaryFolder folder;
  BufferedReader in(open_source(folder.write("text", text)));
  Pooled pooled;
  pooled.report = pool_lines(
      in, pooler, config, [&](std::string_view bytes) { pooled.out += bytes; }, Observer());
  return pooled;
}

std::vector<std::vector<float>> floats(const std::string& bytes) {
  std::vector<std::vector<float>> rows(bytes.size() / (dim * sizeof(float)), std::vector<float>(dim));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::memcpy(rows[i].data(), bytes.data() + i * dim * sizeof(float), dim * sizeof(float));
  }
  return rows;
}

TEST_CASE("a line's vector is the weighted mean of its known words", "[pooling]") {
  const auto rows = random_rows();
  const WordVectors vectors = vectors_of(rows);
  const std::vector<std::string> lines = random_lines();
  std::map<std::string, double> count;
  std::map<std::string, double> lines_with;
  double all_tokens = 0;
  double all_lines = 0;
  for (const std::string& line : lines) {
    std::vector<std::string> tokens = tokens_of(line);
    for (const std::string& token : tokens) ++count[token], ++all_tokens;
    std::ranges::sort(tokens);
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    for (const std::string& token : tokens) ++lines_with[token];
    all_lines += tokens.empty() ? 0 : 1;
  }
  for (const std::string weighting : {"mean", "sif", "idf"}) {
    TokenCounts counts(vectors);
    for (const std::string& line : lines) counts.add_line(line);
    std::vector<float> weights;
    if (weighting == "sif") weights = counts.sif_weights();
    if (weighting == "idf") weights = counts.idf_weights();
    const Pooler pooler(vectors, weights);
    const Pooled pooled = pool(joined(lines), pooler, {.format = PoolFormat::npy});
    const auto found = floats(pooled.out);
    REQUIRE(found.size() == lines.size());
    std::uint64_t known = 0;
    std::uint64_t unknown = 0;
    std::uint64_t without = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::vector<double> sum(dim);
      double n = 0;
      for (const std::string& token : tokens_of(lines[i])) {
        if (!rows.contains(token)) {
          ++unknown;
          continue;
        }
        const double weight = weighting == "mean"  ? 1
                              : weighting == "sif" ? 1e-3 / (1e-3 + count[token] / all_tokens)
                                                   : std::log(all_lines / lines_with[token]);
        ++n;
        for (std::size_t j = 0; j < dim; ++j) sum[j] += weight * rows.at(token)[j];
      }
      known += static_cast<std::uint64_t>(n);
      without += n == 0 ? 1 : 0;
      for (std::size_t j = 0; j < dim; ++j) {
        REQUIRE(found[i][j] == Approx(n == 0 ? 0.0 : sum[j] / n).margin(1e-6));
      }
    }
    REQUIRE(pooled.report.lines == lines.size());
    REQUIRE(pooled.report.known_tokens == known);
    REQUIRE(pooled.report.unknown_tokens == unknown);
    REQUIRE(pooled.report.lines_without_known == without);
    for (const int threads : {2, 5}) {
      REQUIRE(pool(joined(lines), pooler, {.format = PoolFormat::npy, .threads = threads}).out == pooled.out);
    }
  }
}

TEST_CASE("sif weights come from a vocabulary, too", "[pooling]") {
  const WordVectors vectors = vectors_of(random_rows());
  Vocabulary vocabulary;
  vocabulary.add("elsewhere", 900);
  vocabulary.add("w7", 100);
  TokenCounts counts(vectors);
  counts.add(vocabulary);
  const std::vector<float> weights = counts.sif_weights();
  REQUIRE(weights[*vectors.find("w7")] == Approx(0.001 / 0.101));
  REQUIRE(weights[*vectors.find("w8")] == 1);
}

TEST_CASE("each form is written as it is defined", "[pooling]") {
  WordSet words;
  Matrix<float> values(2, 3, "a test");
  words.add("a");
  words.add("b");
  std::ranges::copy(std::vector{1.0F, 0.0F, -0.5F}, values.row(0));
  std::ranges::copy(std::vector{0.0F, 0.0F, 1.0F}, values.row(1));
  const WordVectors vectors(std::move(words), std::move(values));
  const Pooler pooler(vectors);
  const std::string text =
      "\xEF\xBB\xBF"
      "1\ta b\r\n-1\tb </s> x\n+2\tnone\n0.5\t";
  const auto out = [&](PoolFormat format, std::size_t column) {
    return pool(text, pooler, {.format = format, .label_column = column}).out;
  };
  REQUIRE(out(PoolFormat::text, 1) == "0.5 0 0.25\n0 0 1\n0 0 0\n0 0 0\n");
  REQUIRE(out(PoolFormat::tsv, 0) == "0.5\t0\t0.25\n0\t0\t1\n0\t0\t0\n0\t0\t0\n");
  REQUIRE(out(PoolFormat::libsvm, 1) == "1 1:0.5 3:0.25\n-1 3:1\n+2\n0.5\n");
  REQUIRE(out(PoolFormat::libsvm, 0) == "0 1:0.5 3:0.25\n0 3:1\n0\n0\n");
  REQUIRE(pool("a\t3\tb", pooler, {.format = PoolFormat::libsvm, .label_column = 2}).out == "3 1:0.5 3:0.25\n");
  REQUIRE_THAT(message_of([&] { pool("1\ta\n2", pooler, {.label_column = 2}); }), contains("text:2: no label"));
  for (const std::string label : {"pos", "", "nan", "1 "}) {
    REQUIRE_THAT(
        message_of([&] { pool("1\ta\n" + label + "\tb", pooler, {.format = PoolFormat::libsvm, .label_column = 1}); }),
        contains("text:2: the label is no number"));
  }
}

}  // namespace
}  // namespace w2v::test
