#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace w2v {

/// A 95 % confidence interval; NaN at both ends where there is none.
struct Interval {
  double low;
  double high;
};

/// The rank of each value, from 1, the mean of the ranks they share for equal ones. Values are finite.
std::vector<double> ranks(std::span<const double> values);

/// Pearson's correlation of two rows of equal length, -1 .. 1; NaN if one of them is constant or has less
/// than two values.
double pearson(std::span<const double> x, std::span<const double> y);

/// Spearman's rho: the correlation of the ranks().
double spearman(std::span<const double> x, std::span<const double> y);

/// The interval of Spearman's rho of n pairs by Fisher's transformation, with the standard error of Bonett
/// and Wright (2000, "Sample size requirements for estimating Pearson, Kendall and Spearman correlations",
/// Psychometrika 65): tanh(atanh(rho) +- 1.96 sqrt((1 + rho^2 / 2) / (n - 3))). NaN for n below 4, and for rho of -1 or
/// 1, where it would be a point.
Interval spearman_interval(double rho, std::uint64_t n);

/// The interval of a share of n trials by Wilson (1927, "Probable inference, the law of succession, and
/// statistical inference", JASA 22). NaN for n = 0.
Interval share_interval(std::uint64_t right, std::uint64_t n);

}  // namespace w2v
