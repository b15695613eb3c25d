#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "vectors.hpp"
#include "w2v/base/error.hpp"
#include "w2v/query/analogy.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/query/top_k.hpp"

namespace w2v::test {
namespace {

std::vector<std::uint32_t> positions(const std::vector<Match>& matches) {
  std::vector<std::uint32_t> all;
  for (const Match& match : matches) all.push_back(match.word);
  return all;
}

std::vector<Match> top_k(const WordVectors& vectors, std::vector<float> query, std::size_t k,
                         std::vector<std::uint32_t> excluded = {}, int threads = 2) {
  const SearchQuery one{std::move(query), std::move(excluded)};
  return w2v::top_k(vectors, {&one, 1}, {.k = k, .threads = threads})[0];
}

std::vector<Match> neighbors(const WordVectors& vectors, std::uint32_t word, std::size_t k) {
  return top_k(vectors, vectors.row(word), k, {word});
}

std::vector<Match> analogy(const WordVectors& vectors, const Analogy& words, std::size_t k) {
  return analogies(vectors, {&words, 1}, {.k = k})[0];
}

TEST_CASE("top_k finds what a search in long double finds", "[query]") {
  for (const std::size_t dim : {1, 3, 17, 100}) {
    const Rows rows = random_rows(5000, dim, dim);
    const WordVectors vectors = make(rows);
    const std::vector<float> query = random_rows(1, dim, 99)[0];
    std::vector<std::pair<double, std::uint32_t>> all;
    for (std::size_t i = 0; i < rows.size(); ++i) all.emplace_back(-exact_cosine(query, rows[i]), i);
    std::ranges::sort(all);
    const std::vector<Match> found = top_k(vectors, query, 25);
    REQUIRE(found.size() == 25);
    for (std::size_t i = 0; i < found.size(); ++i) {
      // By value, for float cannot tell the nearest of these apart.
      REQUIRE(std::abs(-all[i].first - double{found[i].similarity}) < 1e-5);
      REQUIRE(std::abs(exact_cosine(query, rows[found[i].word]) - double{found[i].similarity}) < 1e-5);
      if (i > 0) REQUIRE(found[i - 1].similarity >= found[i].similarity);
    }
  }
}

TEST_CASE("the number of threads changes nothing, to the bit", "[query]") {
  Rows rows = random_rows(7000, 20, 4);
  for (std::size_t i = 0; i < 3000; ++i) rows[i + 3500] = rows[i];  // ties across blocks
  const WordVectors vectors = make(rows);
  const std::vector<Match> one = top_k(vectors, rows[5], 500, {}, 1);
  for (const int threads : {2, 3, 8, 1000}) REQUIRE(top_k(vectors, rows[5], 500, {}, threads) == one);
  REQUIRE(top_k(vectors, rows[5], 500, {}, 0) == one);
}

TEST_CASE("equal rows come in the order of the vocabulary", "[query]") {
  Rows rows(4000, {1, 1});
  rows[10] = {-1, 0};
  const WordVectors vectors = make(rows);
  const std::vector<float> query{2, 2};
  REQUIRE(positions(top_k(vectors, query, 5, {}, 3)) == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
  const std::vector<std::uint32_t> excluded{3, 0, 3};
  REQUIRE(positions(top_k(vectors, query, 3, excluded, 3)) == std::vector<std::uint32_t>{1, 2, 4});
  REQUIRE(top_k(vectors, query, 1)[0].similarity == Approx(1));
  REQUIRE(top_k(vectors, query, 1)[0].similarity <= 1);
}

TEST_CASE("rows and queries of zeros have similarity 0", "[query]") {
  const WordVectors vectors = make({{0, 0}, {1, 0}, {0, 0}, {-1, 0}});
  const std::vector<Match> found = top_k(vectors, std::vector{1.0F, 0.0F}, 9);
  REQUIRE(found == std::vector<Match>{{1, 1}, {0, 0}, {2, 0}, {3, -1}});
  const std::vector<Match> nothing = top_k(vectors, std::vector{0.0F, 0.0F}, 9);
  REQUIRE(nothing == std::vector<Match>{{0, 0}, {1, 0}, {2, 0}, {3, 0}});
  REQUIRE(neighbors(vectors, 0, 1) == std::vector<Match>{{1, 0}});
}

TEST_CASE("rows whose squares leave the range of float are still compared right", "[query]") {
  const WordVectors vectors = make({{1e-30F, 1e-30F}, {3e38F, 0}, {1e-44F, 0}, {3e38F, 3e38F}, {-1e25F, 0}});
  for (const float scale : {1.0F, 1e-44F, 3e38F}) {
    const std::vector<Match> found = top_k(vectors, std::vector{scale, 0.0F}, 9);
    REQUIRE(positions(found) == std::vector<std::uint32_t>{1, 2, 0, 3, 4});
    REQUIRE(found[0].similarity == 1);
    REQUIRE(found[2].similarity == Approx(std::sqrt(0.5)));
    REQUIRE(found[4].similarity == -1);
  }
}

TEST_CASE("k of 0, k beyond the vocabulary, everything excluded, no rows, another length", "[query]") {
  const WordVectors vectors = make({{1, 0}, {0, 1}});
  const std::vector<float> query{1, 0};
  REQUIRE(top_k(vectors, query, 0).empty());
  REQUIRE(top_k(vectors, query, 1000000000000).size() == 2);
  REQUIRE(top_k(vectors, query, 5, std::vector<std::uint32_t>{0, 1}).empty());
  REQUIRE(top_k(WordVectors(), std::vector<float>(), 5).empty());
  REQUIRE_THROWS_AS(top_k(vectors, std::vector{1.0F}, 5), Error);
}

TEST_CASE("a word is not its own neighbour", "[query]") {
  const WordVectors vectors = make({{1, 0}, {1, 0.1F}, {5, 0}, {0, 1}});
  REQUIRE(positions(neighbors(vectors, 0, 9)) == std::vector<std::uint32_t>{2, 1, 3});
}

TEST_CASE("analogies weigh the three words alike and never answer one of them", "[query]") {
  // king = royal + man, queen = royal + woman; lengths differ, which must not matter.
  const WordVectors vectors = make({{10, 10, 0}, {0, 3, 0}, {0, 0, 0.1F}, {1, 0, 1}, {0, 1, 0.2F}, {1, 0.1F, 0}});
  const std::vector<Match> found = analogy(vectors, {0, 1, 2}, 9);
  REQUIRE(positions(found) == std::vector<std::uint32_t>{3, 5, 4});
  const std::vector<float> query = analogy_query(vectors, {0, 1, 2});
  const double half = std::sqrt(0.5);
  const double length = std::hypot(half, half - 1, 1);
  REQUIRE(query[0] == Approx(half / length));
  REQUIRE(query[1] == Approx((half - 1) / length));
  REQUIRE(query[2] == Approx(1 / length));
  REQUIRE(found[0].similarity == Approx(exact_cosine(query, std::vector{1.0F, 0.0F, 1.0F})));

  REQUIRE(positions(analogy(vectors, {0, 0, 0}, 9)).size() == 5);
  REQUIRE(positions(analogy(vectors, {0, 1, 0}, 9)).size() == 4);
}

TEST_CASE("similarity of two rows", "[query]") {
  REQUIRE(similarity(std::vector{1.0F, 2.0F}, std::vector{2.0F, 4.0F}) == 1);
  REQUIRE(similarity(std::vector{3e38F, 3e38F}, std::vector{-1e-45F, 0.0F}) == Approx(-std::sqrt(0.5)));
  REQUIRE(similarity(std::vector{0.0F}, std::vector{1.0F}) == 0);
  REQUIRE(unit(std::vector{3.0F, 4.0F}) == std::vector{0.6F, 0.8F});
  REQUIRE(unit(std::vector{0.0F, 0.0F}) == std::vector{0.0F, 0.0F});
}

}  // namespace
}  // namespace w2v::test
