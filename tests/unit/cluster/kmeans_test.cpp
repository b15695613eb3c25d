#include "w2v/cluster/kmeans.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "../support.hpp"

namespace w2v::test {
namespace {

WordVectors vectors_of(const std::vector<std::vector<float>>& rows) {
  WordSet words;
  Matrix<float> values(rows.size(), rows.at(0).size(), "a test");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    words.add("w" + std::to_string(i));
    std::ranges::copy(rows[i], values.row(i));
  }
  return {std::move(words), std::move(values)};
}

std::vector<std::vector<float>> random_rows(std::size_t rows, std::size_t dim, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<std::vector<float>> all(rows, std::vector<float>(dim));
  for (auto& row : all) {
    for (float& value : row) value = normal(random);
  }
  return all;
}

double cosine(const std::vector<float>& a, const float* b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    ab += double{a[j]} * b[j];
    aa += double{a[j]} * a[j];
    bb += double{b[j]} * b[j];
  }
  return ab / std::sqrt(aa * bb);
}

TEST_CASE("classes are the same for any number of threads, and for the same seed only", "[cluster]") {
  const WordVectors vectors = vectors_of(random_rows(1000, 19, 1));
  const ClusterConfig config{.classes = 40, .iterations = 8, .seed = 7};
  const Clustering one = cluster(vectors, config, Observer());
  for (const int threads : {1, 2, 4}) {
    ClusterConfig with = config;
    with.threads = threads;
    const Clustering other = cluster(vectors, with, Observer());
    REQUIRE(other.classes == one.classes);
    REQUIRE(other.mean_cosines == one.mean_cosines);
  }
  ClusterConfig other = config;
  other.seed = 8;
  REQUIRE(cluster(vectors, other, Observer()).classes != one.classes);
}

TEST_CASE("the mean cosine is true, never falls, and every word is with its nearest centre", "[cluster]") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const auto rows = random_rows(700, 11, seed);
    const Clustering result = cluster(vectors_of(rows), {.classes = 30, .iterations = 100, .seed = seed}, Observer());
    REQUIRE(result.converged);
    REQUIRE(result.mean_cosines.size() > 2);
    for (std::size_t i = 1; i < result.mean_cosines.size(); ++i) {
      REQUIRE(result.mean_cosines[i] >= result.mean_cosines[i - 1] - 1e-6);
    }
    double sum = 0;
    std::vector<std::vector<double>> sums(30, std::vector<double>(11));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double best = -2;
      for (std::size_t c = 0; c < 30; ++c) best = std::max(best, cosine(rows[i], result.centres.row(c)));
      const double own = cosine(rows[i], result.centres.row(result.classes[i]));
      REQUIRE(own >= best - 1e-5);
      sum += own;
      const double length = std::sqrt(std::inner_product(rows[i].begin(), rows[i].end(), rows[i].begin(), 0.0));
      for (std::size_t j = 0; j < 11; ++j) sums[result.classes[i]][j] += rows[i][j] / length;
    }
    REQUIRE(result.mean_cosines.back() == Approx(sum / 700).margin(1e-5));
    // Converged: each centre is the direction of the sum of its unit rows.
    for (std::size_t c = 0; c < 30; ++c) {
      const double length = std::sqrt(std::inner_product(sums[c].begin(), sums[c].end(), sums[c].begin(), 0.0));
      for (std::size_t j = 0; j < 11; ++j)
        REQUIRE(result.centres.row(c)[j] == Approx(sums[c][j] / length).margin(1e-5));
    }
  }
}

TEST_CASE("planted clusters are found, whatever the lengths of their rows", "[cluster]") {
  const auto centres = random_rows(12, 50, 4);
  auto rows = random_rows(1200, 50, 5);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float length = std::ldexp(1.0F, static_cast<int>(i * 7 % 40) - 20);
    for (std::size_t j = 0; j < 50; ++j) rows[i][j] = length * (centres[i % 12][j] + 0.2F * rows[i][j]);
  }
  for (const unsigned seed : {1U, 2U, 3U}) {
    // More classes than plants: k-means++ may miss one, but a class must not span two.
    const Clustering result = cluster(vectors_of(rows), {.classes = 24, .iterations = 50, .seed = seed}, Observer());
    std::map<std::uint32_t, std::set<std::size_t>> plants;
    for (std::size_t i = 0; i < rows.size(); ++i) plants[result.classes[i]].insert(i % 12);
    REQUIRE(plants.size() == 24);
    for (const auto& [c, in_class] : plants) REQUIRE(in_class.size() == 1);
  }
}

TEST_CASE("equal rows, zeros and as many classes as words leave no class empty", "[cluster]") {
  std::vector<std::vector<float>> rows(40, {1, 2, 3});
  rows[3] = {0, 0, 0};
  rows[9] = {-1, 0, 0};
  rows[10] = {3e38F, 3e38F, 3e38F};
  const WordVectors vectors = vectors_of(rows);
  for (const std::uint32_t classes : {1U, 2U, 3U, 7U, 39U}) {
    const Clustering result = cluster(vectors, {.classes = classes}, Observer());
    REQUIRE(result.zero_rows == 1);
    std::set<std::uint32_t> used;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      REQUIRE(result.classes[i] < classes);
      if (i != 3) used.insert(result.classes[i]);
    }
    REQUIRE(used.size() == classes);
    REQUIRE(std::isfinite(result.mean_cosines.back()));
    if (classes >= 3) REQUIRE(result.mean_cosines.back() == Approx(1).margin(1e-6));
  }
  REQUIRE_THROWS_AS(cluster(vectors, {.classes = 40}, Observer()), UsageError);
  REQUIRE_THROWS_AS(cluster(vectors, {.classes = 0}, Observer()), UsageError);
}

TEST_CASE("clustering ends when it is told to", "[cluster]") {
  struct Stop : Observer {
    [[nodiscard]] bool stop_requested() const override { return true; }
  };
  REQUIRE_THROWS_AS(cluster(vectors_of(random_rows(50, 3, 1)), {.classes = 5}, Stop()), Interrupted);
}

}  // namespace
}  // namespace w2v::test
