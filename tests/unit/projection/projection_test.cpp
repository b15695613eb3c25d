#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "../query/vectors.hpp"
#include "../support.hpp"
#include "w2v/projection/affinities.hpp"
#include "w2v/projection/pca.hpp"
#include "w2v/projection/tsne.hpp"

namespace w2v::test {
namespace {

Matrix<float> matrix(const Rows& rows) {
  Matrix<float> values(rows.size(), rows.at(0).size(), "a test");
  for (std::size_t i = 0; i < rows.size(); ++i) std::ranges::copy(rows[i], values.row(i));
  return values;
}

/// Rows around `centres` places on the sphere.
Rows clustered(std::size_t count, std::size_t dim, std::size_t centres, float spread) {
  const Rows places = random_rows(centres, dim, 1);
  Rows rows = random_rows(count, dim, 2);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < dim; ++j) rows[i][j] = places[i % centres][j] + spread * rows[i][j];
    const double length = std::sqrt(std::inner_product(rows[i].begin(), rows[i].end(), rows[i].begin(), 0.0));
    for (float& value : rows[i]) value = static_cast<float>(value / length);
  }
  return rows;
}

/// The other points, nearest first, of equal ones the first.
template <class Distance>
std::vector<std::size_t> by_distance(std::size_t n, std::size_t i, const Distance& distance) {
  std::vector<std::pair<double, std::size_t>> others;
  for (std::size_t j = 0; j < n; ++j) {
    if (j != i) others.emplace_back(distance(i, j), j);
  }
  std::ranges::sort(others);
  std::vector<std::size_t> order;
  for (const auto& [_, j] : others) order.push_back(j);
  return order;
}

/// scikit-learn's definition: 1 - 2 / (n k (2n - 3k - 1)) times the sum, over the k nearest in the picture, of how far
/// beyond k they rank among the rows.
double trustworthiness(const Rows& rows, const std::vector<Point>& points, std::size_t k) {
  const std::size_t n = rows.size();
  double penalty = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto near_rows = by_distance(n, i, [&](std::size_t a, std::size_t b) {
      double sum = 0;
      for (std::size_t d = 0; d < rows[a].size(); ++d) sum += std::pow(double{rows[a][d]} - rows[b][d], 2);
      return sum;
    });
    std::vector<std::size_t> rank(n);
    for (std::size_t r = 0; r < near_rows.size(); ++r) rank[near_rows[r]] = r + 1;
    const auto near_points = by_distance(n, i, [&](std::size_t a, std::size_t b) {
      return std::hypot(points[a].x - points[b].x, points[a].y - points[b].y);
    });
    for (std::size_t r = 0; r < k; ++r) {
      if (rank[near_points[r]] > k) penalty += static_cast<double>(rank[near_points[r]] - k);
    }
  }
  const auto size = static_cast<double>(n);
  const auto neighbours = static_cast<double>(k);
  return 1 - 2 / (size * neighbours * (2 * size - 3 * neighbours - 1)) * penalty;
}

TEST_CASE("trustworthiness: a small example by hand", "[projection]") {
  // In the picture c is a's nearest, though b is among the rows: rank 2, 1 beyond k = 1. And so for b, c, d by hand:
  // b: picture d (1.0) or a(10)...: all ranks are worked out below.
  const Rows rows{{0}, {1}, {3}, {7}};
  const std::vector<Point> same{{0, 0}, {1, 0}, {3, 0}, {7, 0}};
  REQUIRE(trustworthiness(rows, same, 1) == 1);
  const std::vector<Point> moved{{0, 0}, {10, 0}, {1, 0}, {11, 0}};
  // a -> c (rank 2: +1), b -> d (distances 1, 2, 6: rank 3: +2), c -> a (2, 3, 4: b, a, d: rank 2: +1), d -> b (4, 6,
  // 7: rank 2: +1); 1 - 2 / (4 * 1 * (8 - 3 - 1)) * 5.
  REQUIRE(trustworthiness(rows, moved, 1) == Approx(1 - 2.0 / 16 * 5));
}

TEST_CASE("unit rows have length 1, in the order asked for", "[projection]") {
  const WordVectors vectors = make({{3, 4}, {0, 0}, {-1e30F, 1e30F}});
  const std::vector<std::uint32_t> words{2, 1, 0};
  const Matrix<float> rows = unit_rows(vectors, words);
  REQUIRE(rows.row(0)[0] == Approx(-std::sqrt(0.5)));
  REQUIRE(rows.row(0)[1] == Approx(std::sqrt(0.5)));
  REQUIRE(rows.row(1)[0] == 0);
  REQUIRE(rows.row(2)[0] == Approx(0.6));
  REQUIRE(rows.row(2)[1] == Approx(0.8));
}

TEST_CASE("PCA finds a plane that was hidden", "[projection]") {
  // x along u, y along v, orthogonal directions in 5 dimensions, and a mean that must not matter.
  const std::vector<double> u{0.5, -0.5, 0.5, 0.5, 0};
  const std::vector<double> v{0.1, 0.1, -0.1, 0.1, -0.98};
  const double length = std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  Rows rows;
  std::vector<Point> planted;
  Point mean{0, 0};
  for (std::size_t i = 0; i < 3000; ++i) {  // more than one block of rows
    planted.push_back({10 * normal(random), 3 * normal(random)});
    mean.x += planted[i].x / 3000;
    mean.y += planted[i].y / 3000;
    std::vector<float> row;
    for (std::size_t j = 0; j < 5; ++j)
      row.push_back(static_cast<float>(7 + planted[i].x * u[j] + planted[i].y * v[j] / length + 0.01 * normal(random)));
    rows.push_back(row);
  }
  const PcaProjection found = pca(matrix(rows));
  REQUIRE(found.explained > 0.9999);
  REQUIRE(found.points.size() == 3000);
  // The largest components are u's first (of equal ones; noise decides among them) and v's last, which is negative.
  const double sign_x = found.points[0].x * (planted[0].x - mean.x) > 0 ? 1 : -1;
  double error = 0;
  for (std::size_t i = 0; i < 3000; ++i) {
    error = std::max(error, std::abs(sign_x * found.points[i].x - (planted[i].x - mean.x)));
    error = std::max(error, std::abs(-found.points[i].y - (planted[i].y - mean.y)));
  }
  REQUIRE(error < 1);  // the sampled axes are turned by about a hundredth
}

TEST_CASE("PCA of little", "[projection]") {
  REQUIRE(pca(matrix({{1, 2, 3}})).points == std::vector<Point>{{0, 0}});
  REQUIRE(pca(matrix({{1, 2, 3}})).explained == 1);
  const PcaProjection line = pca(matrix({{-1}, {3}}));
  REQUIRE(line.points == std::vector<Point>{{-2, 0}, {2, 0}});
  REQUIRE(line.explained == Approx(1));
}

TEST_CASE("affinities are symmetric, add up to 1, and have the perplexity", "[projection]") {
  const Rows rows = clustered(120, 10, 4, 0.3F);
  const Matrix<float> p = affinities(matrix(rows), 12, 2, Observer());
  double sum = 0;
  for (std::size_t i = 0; i < 120; ++i) {
    REQUIRE(p.row(i)[i] == 0);
    for (std::size_t j = 0; j < 120; ++j) {
      REQUIRE(p.row(i)[j] == p.row(j)[i]);
      sum += p.row(i)[j];
    }
  }
  REQUIRE(sum == Approx(1).epsilon(1e-4));

  // Three rows, by hand: p_j|i and its width by bisection of the perplexity's definition.
  const Rows three{{0, 0}, {1, 0}, {0, 2}};
  const Matrix<float> small = affinities(matrix(three), 1.5, 1, Observer());
  const auto conditional = [](double near, double far) {  // of the nearer one of two, by squared distances
    double low = 0, high = 1e6;
    for (int i = 0; i < 200; ++i) {
      const double beta = (low + high) / 2;
      const double share = 1 / (1 + std::exp(-beta * (far - near)));
      const double bits = share == 1 ? 0 : -share * std::log2(share) - (1 - share) * std::log2(1 - share);
      (std::exp2(bits) > 1.5 ? low : high) = beta;
    }
    return 1 / (1 + std::exp(-low * (far - near)));
  };
  const double ab = conditional(1, 4), ba = conditional(1, 5), ca = conditional(4, 5);
  REQUIRE(small.row(0)[1] == Approx((ab + ba) / 6).epsilon(1e-3));
  REQUIRE(small.row(0)[2] == Approx((1 - ab + ca) / 6).epsilon(1e-3));
  REQUIRE(small.row(1)[2] == Approx((1 - ba + 1 - ca) / 6).epsilon(1e-3));
}

TEST_CASE("t-SNE keeps neighbours, and says how far its picture is from the rows", "[projection]") {
  const Rows rows = clustered(400, 20, 8, 0.4F);
  const Matrix<float> values = matrix(rows);
  Observer observer;
  const TsneProjection found = tsne(values, {.threads = 2}, observer);
  REQUIRE(found.perplexity == 30);
  REQUIRE(trustworthiness(rows, found.points, 5) > 0.95);
  REQUIRE(trustworthiness(rows, found.points, 5) > trustworthiness(rows, pca(values).points, 5));

  const Matrix<float> p = affinities(values, 30, 1, observer);
  double z = 0, expected = 0, mean = 0;
  const auto weight = [&](std::size_t i, std::size_t j) {
    return 1 / (1 + std::pow(found.points[i].x - found.points[j].x, 2) +
                std::pow(found.points[i].y - found.points[j].y, 2));
  };
  for (std::size_t i = 0; i < 400; ++i) {
    mean += found.points[i].x / 400;
    for (std::size_t j = 0; j < 400; ++j) z += i == j ? 0 : weight(i, j);
  }
  for (std::size_t i = 0; i < 400; ++i) {
    for (std::size_t j = 0; j < 400; ++j) {
      if (p.row(i)[j] > 0) expected += p.row(i)[j] * std::log(p.row(i)[j] / (weight(i, j) / z));
    }
  }
  REQUIRE(found.divergence == Approx(expected).epsilon(1e-3));
  REQUIRE(found.divergence < 1.5);
  REQUIRE(mean == Approx(0).margin(1e-3));
}

TEST_CASE("t-SNE: one seed, one picture, whatever the threads", "[projection]") {
  const Matrix<float> rows = matrix(clustered(300, 13, 5, 0.5F));
  Observer observer;
  const TsneProjection one = tsne(rows, {.iterations = 120, .seed = 4, .threads = 1}, observer);
  for (const int threads : {1, 2, 3}) {
    REQUIRE(tsne(rows, {.iterations = 120, .seed = 4, .threads = threads}, observer).points == one.points);
  }
  REQUIRE(tsne(rows, {.iterations = 120, .seed = 5}, observer).points != one.points);
}

TEST_CASE("t-SNE of few, equal and empty rows is finite", "[projection]") {
  Observer observer;
  for (const Rows& rows : {Rows{{1, 0}}, Rows{{1, 0}, {0, 1}}, Rows{{1, 0}, {0, 1}, {-1, 0}}, Rows(40, {0.6F, 0.8F}),
                           Rows(5, {0, 0}), Rows{{1}, {-1}, {1}, {-1}, {1}}}) {
    const TsneProjection found = tsne(matrix(rows), {.iterations = 300}, observer);
    REQUIRE(found.points.size() == rows.size());
    for (const Point& point : found.points) REQUIRE((std::isfinite(point.x) && std::isfinite(point.y)));
    REQUIRE(std::isfinite(found.divergence));
  }
  const Matrix<float> rows = matrix(random_rows(10, 3, 1));
  for (const double perplexity : {-1.0, 9.0, 100.0, std::nan("")}) {
    REQUIRE_THROWS_AS(tsne(rows, {.perplexity = perplexity}, observer), UsageError);
  }
  REQUIRE(tsne(rows, {.perplexity = 8.9, .iterations = 10}, observer).perplexity == 8.9);
}

TEST_CASE("t-SNE reports, and ends when it is told to", "[projection]") {
  struct Watch : Observer {
    std::vector<int> seen;
    void projecting(const ProjectionProgress& progress) override {
      seen.push_back(progress.iteration);
      REQUIRE(progress.iterations == 50);
      REQUIRE(std::isfinite(progress.divergence));
    }
    [[nodiscard]] double interval() const override { return 0; }
    [[nodiscard]] bool stop_requested() const override { return seen.size() == 20; }
  };
  Watch watch;
  REQUIRE_THROWS_AS(tsne(matrix(random_rows(30, 3, 1)), {.iterations = 50}, watch), Interrupted);
  REQUIRE(watch.seen.size() == 20);
  REQUIRE(watch.seen.front() == 1);
}

}  // namespace
}  // namespace w2v::test
