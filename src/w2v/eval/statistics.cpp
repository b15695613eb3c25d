#include "w2v/eval/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace w2v {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
/// The 97.5 % quantile of the normal distribution.
constexpr double z = 1.959963984540054;

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool constant(std::span<const double> values) {
  return std::ranges::all_of(values, [&](double value) { return value == values[0]; });
}

}  // namespace

std::vector<double> ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> result(values.size());
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) result[order[i]] = static_cast<double>(begin + 1 + end) / 2;
  }
  return result;
}

double pearson(std::span<const double> x, std::span<const double> y) {
  if (constant(x) || constant(y)) return not_a_number;
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return std::clamp(xy / std::sqrt(xx) / std::sqrt(yy), -1.0, 1.0);
}

double spearman(std::span<const double> x, std::span<const double> y) {
  return pearson(ranks(x), ranks(y));
}

Interval spearman_interval(double rho, std::uint64_t n) {
  if (n < 4 || std::isnan(rho) || std::abs(rho) >= 1) return {not_a_number, not_a_number};
  const double error = z * std::sqrt((1 + rho * rho / 2) / static_cast<double>(n - 3));
  return {std::tanh(std::atanh(rho) - error), std::tanh(std::atanh(rho) + error)};
}

Interval share_interval(std::uint64_t right, std::uint64_t n) {
  if (n == 0) return {not_a_number, not_a_number};
  const auto trials = static_cast<double>(n);
  const double share = static_cast<double>(right) / trials;
  const double scale = 1 / (1 + z * z / trials);
  const double centre = scale * (share + z * z / (2 * trials));
  const double half = scale * z * std::sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

}  // namespace w2v
