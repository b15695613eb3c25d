#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "vectors.hpp"
#include "w2v/base/error.hpp"
#include "w2v/query/analogy.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/query/top_k.hpp"
#include "w2v/simd/target.hpp"

namespace w2v::test {
namespace {

using Scored = std::vector<std::pair<double, std::uint32_t>>;

/// Every row that may be an answer with its score by definition, best first.
Scored all_scores(const Rows& rows, const std::function<double(const std::vector<float>&)>& score,
                  const std::vector<std::uint32_t>& excluded) {
  Scored all;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    if (std::ranges::find(excluded, i) == excluded.end()) all.emplace_back(-score(rows[i]), i);
  }
  std::ranges::sort(all);
  for (auto& [negative, row] : all) negative = -negative;
  return all;
}

/// The answer has the scores of the oracle to a rounding of float, and its rows have them, too.
void require_answer(const std::vector<Match>& found, const Scored& all, std::size_t k) {
  REQUIRE(found.size() == std::min(k, all.size()));
  std::map<std::uint32_t, double> score_of;
  for (const auto& [score, row] : all) score_of[row] = score;
  for (std::size_t i = 0; i < found.size(); ++i) {
    CAPTURE(i, found[i].word);
    REQUIRE(score_of.contains(found[i].word));
    REQUIRE(double{found[i].similarity} == Approx(score_of[found[i].word]).epsilon(1e-6).margin(2e-7));
    REQUIRE(double{found[i].similarity} == Approx(all[i].first).epsilon(1e-6).margin(2e-7));
    if (i == 0) continue;
    const Match& before = found[i - 1];
    REQUIRE((before.similarity > found[i].similarity ||
             (before.similarity == found[i].similarity && before.word < found[i].word)));
  }
}

Rows rows_with_hard_cases(std::size_t count, std::size_t dim) {
  Rows rows = random_rows(count, dim, dim);
  for (std::size_t i = 0; i < count; i += 7) rows[i] = rows[i / 2];  // ties
  rows[3].assign(dim, 0);
  rows[count - 1].assign(dim, 0);
  for (float& value : rows[10]) value *= 1e-25F;
  for (float& value : rows[11]) value *= 1e25F;
  return rows;
}

std::vector<SearchQuery> queries_about(const Rows& rows, std::size_t count) {
  std::vector<SearchQuery> queries;
  for (std::uint32_t q = 0; q < count; ++q) {
    const std::uint32_t row = q * 31 % static_cast<std::uint32_t>(rows.size());
    queries.push_back(
        {rows[row], q % 3 == 0 ? std::vector<std::uint32_t>{} : std::vector<std::uint32_t>{row, row + 1}});
  }
  return queries;
}

TEST_CASE("queries get the answers of a search in long double, alone and together, to the bit alike", "[query]") {
  for (const std::size_t dim : {1, 3, 17, 100}) {
    const Rows rows = rows_with_hard_cases(1500, dim);
    const WordVectors vectors = make(rows);
    const std::vector<SearchQuery> queries = queries_about(rows, 110);
    for (const std::size_t k : {1, 10, 2000}) {
      const auto together = top_k(vectors, queries, {.k = k, .threads = 3});
      for (std::size_t q = 0; q < queries.size(); q += k < 100 ? 1 : 25) {
        CAPTURE(dim, k, q);
        const auto score = [&](const std::vector<float>& row) { return exact_cosine(queries[q].point, row); };
        require_answer(together[q], all_scores(rows, score, queries[q].excluded), k);
        REQUIRE(top_k(vectors, {&queries[q], 1}, {.k = k, .threads = 1})[0] == together[q]);
      }
      REQUIRE(top_k(vectors, queries, {.k = k, .threads = 1}) == together);
    }
  }
}

TEST_CASE("the instruction set changes no answer", "[query]") {
  const Rows rows = rows_with_hard_cases(3000, 50);
  const WordVectors vectors = make(rows);
  const std::vector<SearchQuery> queries = queries_about(rows, 20);
  const auto expected = top_k(vectors, queries, {.k = 20});
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    const auto found = top_k(vectors, queries, {.k = 20});
    const auto one = top_k(vectors, {queries.data(), 1}, {.k = 20});
    simd::use_target("best");
    CAPTURE(target);
    REQUIRE(found == expected);
    REQUIRE(one[0] == expected[0]);
  }
}

TEST_CASE("nothing below the least similarity is an answer, what has it is", "[query]") {
  const Rows rows = random_rows(2000, 5, 1);
  const WordVectors vectors = make(rows);
  const std::vector<SearchQuery> queries = queries_about(rows, 12);
  const auto all = top_k(vectors, queries, {.k = 2000});
  for (const float least : {all[0][40].similarity, all[5][0].similarity, 0.0F, -1.0F, 1.5F}) {
    const auto found = top_k(vectors, queries, {.k = 100, .min_similarity = least});
    for (std::size_t q = 0; q < queries.size(); ++q) {
      std::vector<Match> expected;
      for (const Match& match : all[q]) {
        if (match.similarity >= least && expected.size() < 100) expected.push_back(match);
      }
      REQUIRE(found[q] == expected);
    }
  }
}

TEST_CASE("only the rows that are asked for are answers, in any order, named twice or not", "[query]") {
  const Rows rows = rows_with_hard_cases(1500, 20);
  const WordVectors vectors = make(rows);
  for (const std::size_t count : {1, 30}) {
    const std::vector<SearchQuery> queries = queries_about(rows, count);
    const std::vector<std::uint32_t> among{1400, 3, 10, 11, 31, 7, 14, 7, 62, 200};
    const auto all = top_k(vectors, queries, {.k = 1500});
    const auto found = top_k(vectors, queries, {.k = 5, .among = among});
    for (std::size_t q = 0; q < queries.size(); ++q) {
      std::vector<Match> expected;
      for (const Match& match : all[q]) {
        if (std::ranges::find(among, match.word) != among.end() && expected.size() < 5) expected.push_back(match);
      }
      REQUIRE(found[q] == expected);
    }
    for (const auto& answer : top_k(vectors, queries, {.k = 5, .among = std::vector<std::uint32_t>{}}))
      REQUIRE(answer.empty());
  }
  REQUIRE_THROWS_AS(top_k(vectors, {}, {.among = std::vector<std::uint32_t>{1500}}), Error);
}

TEST_CASE("a centre is taken off every row", "[query]") {
  Rows rows = random_rows(1200, 30, 8);
  for (auto& row : rows) row[4] += 3;
  const WordVectors vectors = make(rows);
  const std::vector<float> center = mean_row(vectors);
  std::vector<long double> mean(30);
  for (std::size_t j = 0; j < 30; ++j) {
    for (const auto& row : rows) mean[j] += row[j];
    mean[j] /= static_cast<long double>(rows.size());
    REQUIRE(center[j] == Approx(static_cast<double>(mean[j])).margin(1e-7));
  }
  for (const std::size_t count : {2, 20}) {
    std::vector<SearchQuery> queries = queries_about(rows, count);
    for (SearchQuery& query : queries) {
      for (std::size_t j = 0; j < 30; ++j) query.point[j] -= center[j];
    }
    const auto found = top_k(vectors, queries, {.k = 10, .center = center});
    for (std::size_t q = 0; q < count; ++q) {
      const auto score = [&](const std::vector<float>& row) {
        std::vector<long double> moved(row.begin(), row.end());
        for (std::size_t j = 0; j < 30; ++j) moved[j] -= mean[j];
        return exact_cosine(queries[q].point, moved);
      };
      require_answer(found[q], all_scores(rows, score, queries[q].excluded), 10);
    }
  }
  REQUIRE_THROWS_AS(top_k(vectors, {}, {.center = {1}}), Error);
}

TEST_CASE("many equal rows: those that stand first, alone and together", "[query]") {
  Rows rows(5000, {1, 1, 0.5F});
  for (std::size_t i = 100; i < 5000; i += 3) rows[i] = {2, 2, 1};
  const WordVectors vectors = make(rows);
  for (const std::size_t count : {1, 64}) {
    const std::vector<SearchQuery> queries(count, {{3, 1, 2}, {1}});
    for (const auto& answer : top_k(vectors, queries, {.k = 40, .threads = 2})) {
      for (std::uint32_t i = 0; i < 40; ++i) REQUIRE(answer[i].word == (i == 0 ? 0 : i + 1));
    }
  }
}

std::vector<Analogy> some_questions(std::uint32_t count) {
  std::vector<Analogy> questions;
  for (std::uint32_t i = 0; i < count; ++i) questions.push_back({i * 7, i * 5 + 1, i * 3 + 2});
  return questions;
}

TEST_CASE("3CosAdd and 3CosMul by their definitions, alone and together, with the three words and without", "[query]") {
  const Rows rows = rows_with_hard_cases(1500, 24);
  const WordVectors vectors = make(rows);
  const std::vector<Analogy> questions = some_questions(40);
  for (const bool include : {false, true}) {
    for (const AnalogyMethod method : {AnalogyMethod::add, AnalogyMethod::mul}) {
      const AnalogyOptions options{.method = method, .include_inputs = include, .k = 12, .threads = 2};
      const auto together = analogies(vectors, questions, options);
      for (std::size_t q = 0; q < questions.size(); ++q) {
        const Analogy question = questions[q];
        const auto mul = [&](const std::vector<float>& row) {
          const auto shifted = [&](std::uint32_t word) { return (exact_cosine(rows[word], row) + 1) / 2; };
          return shifted(question.a) * shifted(question.c) / (shifted(question.b) + 0.001);
        };
        std::vector<long double> point(24);
        for (const auto& [word, sign] : {std::pair{question.a, 1}, {question.b, -1}, {question.c, 1}}) {
          long double squares = 0;
          for (const float value : rows[word]) squares += static_cast<long double>(value) * value;
          for (std::size_t j = 0; j < 24 && squares > 0; ++j) point[j] += sign * rows[word][j] / std::sqrt(squares);
        }
        const auto add = [&](const std::vector<float>& row) { return exact_cosine(point, row); };
        CAPTURE(include, q, method == AnalogyMethod::mul);
        const auto excluded =
            include ? std::vector<std::uint32_t>{} : std::vector<std::uint32_t>{question.a, question.b, question.c};
        const Scored all =
            method == AnalogyMethod::mul ? all_scores(rows, mul, excluded) : all_scores(rows, add, excluded);
        require_answer(together[q], all, 12);
        REQUIRE(analogies(vectors, {&questions[q], 1}, options)[0] == together[q]);
      }
    }
  }
}

TEST_CASE("3CosMul where the word to get away from is the opposite of a row", "[query]") {
  // The denominator is 0.001 and nothing else: rounding matters most there.
  Rows rows = random_rows(400, 8, 2);
  for (std::size_t i = 0; i < 100; ++i) {
    for (std::size_t j = 0; j < 8; ++j)
      rows[i][j] = -rows[399][j] * (1 + static_cast<float>(i) * 1e-7F * static_cast<float>(j));
  }
  const WordVectors vectors = make(rows);
  const Analogy question{200, 399, 201};
  const auto found = analogies(vectors, {&question, 1}, {.method = AnalogyMethod::mul, .k = 20})[0];
  const auto score = [&](const std::vector<float>& row) {
    const auto shifted = [&](std::uint32_t word) { return (exact_cosine(rows[word], row) + 1) / 2; };
    return shifted(200) * shifted(201) / (shifted(399) + 0.001);
  };
  const Scored all = all_scores(rows, score, {200, 399, 201});
  for (std::size_t i = 0; i < found.size(); ++i) REQUIRE(found[i].similarity == Approx(all[i].first).epsilon(1e-6));
}

}  // namespace
}  // namespace w2v::test
