#include "w2v/cluster/linkage.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "../support.hpp"

namespace w2v::test {
namespace {

Matrix<float> similarities(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  Matrix<float> values(n, n, "a test");
  for (std::size_t i = 0; i < n; ++i) {
    values.row(i)[i] = std::nanf("");  // must not be read
    for (std::size_t j = 0; j < i; ++j) values.row(i)[j] = values.row(j)[i] = uniform(random);
  }
  return values;
}

/// All clusters of average linkage by its definition: always merge the two whose members are most alike in the mean.
std::vector<std::set<std::uint32_t>> clusters_by_definition(const Matrix<float>& values) {
  std::vector<std::set<std::uint32_t>> current, all;
  for (std::uint32_t i = 0; i < values.rows(); ++i) current.push_back({i});
  while (current.size() > 1) {
    double most = -2;
    std::size_t best_a = 0, best_b = 0;
    for (std::size_t a = 0; a < current.size(); ++a) {
      for (std::size_t b = a + 1; b < current.size(); ++b) {
        double sum = 0;
        for (const auto i : current[a]) {
          for (const auto j : current[b]) sum += values.row(i)[j];
        }
        const double mean = sum / static_cast<double>(current[a].size() * current[b].size());
        if (mean > most) most = mean, best_a = a, best_b = b;
      }
    }
    current[best_a].merge(current[best_b]);
    current.erase(current.begin() + static_cast<std::ptrdiff_t>(best_b));
    all.push_back(current[best_a]);
  }
  return all;
}

TEST_CASE("every cluster of average linkage is a stretch of the order", "[cluster]") {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
    const Matrix<float> values = similarities(40, seed);
    const std::vector<std::uint32_t> order = linkage_order(values);
    std::vector<std::size_t> place(40);
    REQUIRE(order.size() == 40);
    REQUIRE(std::set<std::uint32_t>(order.begin(), order.end()).size() == 40);
    for (std::size_t k = 0; k < 40; ++k) place[order[k]] = k;
    for (const auto& cluster : clusters_by_definition(values)) {
      std::size_t first = 40, last = 0;
      for (const auto i : cluster) {
        first = std::min(first, place[i]);
        last = std::max(last, place[i]);
      }
      REQUIRE(last - first + 1 == cluster.size());
    }
  }
}

TEST_CASE("where clusters meet the most alike are neighbours", "[cluster]") {
  // Two pairs, (0, 1) and (2, 3); of those across, 0 and 3 are most alike.
  Matrix<float> values(4, 4, "a test");
  const auto set = [&](std::size_t i, std::size_t j, float value) { values.row(i)[j] = values.row(j)[i] = value; };
  for (const auto& [alike_a, alike_b] : {std::pair{0, 2}, {0, 3}, {1, 2}, {1, 3}}) {
    for (const std::size_t a : {0U, 1U}) {
      for (const std::size_t b : {2U, 3U}) set(a, b, 0.1F);
    }
    set(0, 1, 0.9F);
    set(2, 3, 0.8F);
    set(static_cast<std::size_t>(alike_a), static_cast<std::size_t>(alike_b), 0.3F);
    const auto order = linkage_order(values);
    const std::set<int> middle{static_cast<int>(order[1]), static_cast<int>(order[2])};
    REQUIRE(middle == std::set<int>{alike_a, alike_b});
  }
}

TEST_CASE("an order of few and of equal things", "[cluster]") {
  REQUIRE(linkage_order(Matrix<float>()).empty());
  REQUIRE(linkage_order(Matrix<float>(1, 1, "a test")) == std::vector<std::uint32_t>{0});
  const auto order = linkage_order(Matrix<float>(9, 9, "a test"));
  REQUIRE(std::set<std::uint32_t>(order.begin(), order.end()).size() == 9);
}

}  // namespace
}  // namespace w2v::test
