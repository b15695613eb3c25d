#include "w2v/projection/affinities.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "w2v/projection/row_blocks.hpp"

namespace w2v {
namespace {

/// What is less moves nothing, and its products would be subnormal numbers, which are slow.
constexpr float negligible = 1e-20F;

/// In lanes that are added up in a fixed order: fast, and the same on every thread and instruction set.
double squared_distance(const float* a, const float* b, std::size_t padded_dim) {
  constexpr std::size_t lanes = 16;  // rows are padded with zeros to whole lines of 16
  std::array<float, lanes> sums{};
  for (std::size_t j = 0; j < padded_dim; j += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const float difference = a[j + lane] - b[j + lane];
      sums[lane] += difference * difference;
    }
  }
  double total = 0;
  for (const float sum : sums) total += sum;
  return total;
}

/// Turns squared distances from one row to the others into p_j|i: the Gaussian whose entropy is `entropy`, in nats, or,
/// where equal rows allow none, the one that comes nearest.
void conditional(std::vector<double>& values, double entropy) {
  constexpr int most_halvings = 64;
  constexpr double near_enough = 1e-5;
  const std::vector<double> distances = values;
  const double nearest = *std::ranges::min_element(distances);  // taken off, so that no sum underflows
  double precision = 1;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double sum = 0;
  for (int halving = 0; halving < most_halvings; ++halving) {
    sum = 0;
    double weighted = 0;
    for (std::size_t j = 0; j < distances.size(); ++j) {
      const double further = distances[j] - nearest;
      values[j] = std::exp(-precision * further);
      sum += values[j];
      weighted += values[j] * further;
    }
    const double excess = std::log(sum) + precision * weighted / sum - entropy;
    if (std::abs(excess) < near_enough) break;
    (excess > 0 ? low : high) = precision;
    precision = std::isinf(high) ? 2 * precision : (low + high) / 2;
  }
  for (double& value : values) value /= sum;
}

}  // namespace

Matrix<float> affinities(const Matrix<float>& rows, double perplexity, int threads, const Observer& observer) {
  const std::size_t n = rows.rows();
  Matrix<float> p(n, n, "the likeness of all pairs of words", "show fewer words, with --top, or take --method pca");
  for_row_blocks(n, threads, observer, [&](std::size_t begin, std::size_t end) {
    std::vector<double> values;
    for (std::size_t i = begin; i < end; ++i) {
      values.clear();
      for (std::size_t j = 0; j < n; ++j) {
        if (j != i) values.push_back(squared_distance(rows.row(i), rows.row(j), rows.stride()));
      }
      conditional(values, std::log(perplexity));
      for (std::size_t j = 0; j < n; ++j) p.row(i)[j] = j == i ? 0 : static_cast<float>(values[j - (j > i ? 1 : 0)]);
    }
  });
  for_row_blocks(n, threads, observer, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        float both = (p.row(i)[j] + p.row(j)[i]) / (2 * static_cast<float>(n));
        if (both < negligible) both = 0;
        p.row(i)[j] = both;
        p.row(j)[i] = both;
      }
    }
  });
  return p;
}

}  // namespace w2v
