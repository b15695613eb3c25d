#include "w2v/eval/statistics.hpp"

#include <cmath>

#include "../catch.hpp"

// The numbers are scipy 1.10.1's:
//   python3 -c 'from scipy import stats as s; x = [...]; y = [...]; print(s.rankdata(x),
//               s.spearmanr(x, y)[0], s.pearsonr(x, y)[0], s.binomtest(k, n).proportion_ci(0.95, "wilson"))'
// and for the intervals of rho, with z = s.norm.ppf(0.975),
//   numpy.tanh(numpy.arctanh(rho) + z * numpy.sqrt((1 + rho * rho / 2) / (n - 3)))

namespace w2v::test {
namespace {

const std::vector<double> x{3.1, -2, 3.1, 0, 7.25, 3.1, 0, 1e-9};
const std::vector<double> y{1, 2, 2, -5, 4, 4, 4, 1e9};

auto near(double value) {
  return Approx(value).epsilon(0).margin(1e-12);
}

TEST_CASE("ranks begin at 1, and equal values share their mean", "[eval]") {
  REQUIRE(ranks(x) == std::vector<double>{6, 1, 6, 2.5, 8, 6, 2.5, 4});
  REQUIRE(ranks(y) == std::vector<double>{2, 3.5, 3.5, 1, 6, 6, 6, 8});
  REQUIRE(ranks(std::vector<double>{}).empty());
  REQUIRE(ranks(std::vector{7.0}) == std::vector{1.0});
  REQUIRE(ranks(std::vector{-0.0, 0.0}) == std::vector{1.5, 1.5});
}

TEST_CASE("correlations are scipy's, with ties and for tiny samples", "[eval]") {
  REQUIRE(spearman(x, y) == near(0.20253164556962028));
  REQUIRE(pearson(x, y) == near(-0.25328058779249879));
  REQUIRE(spearman(std::vector{1.0, 2.0}, std::vector{5.0, 3.0}) == near(-1));
  REQUIRE(spearman(std::vector{1.0, 2.0, 3.0}, std::vector{1.0, 1.0, 2.0}) == near(0.86602540378443871));
  REQUIRE(pearson(std::vector{1.0, 2.0, 3.0}, std::vector{1.0, 3.0, 2.0}) == near(0.5));

  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 1000; ++i) {
    a.push_back(i * 7919 % 101 / 10.0);
    b.push_back(i * 104729 % 97 + i % 5 * a.back());
  }
  REQUIRE(spearman(a, b) == near(0.18651317791986416));
  REQUIRE(pearson(a, b) == near(0.19759939812270083));
}

TEST_CASE("where there is no correlation it is not a number", "[eval]") {
  REQUIRE(std::isnan(spearman({}, {})));
  REQUIRE(std::isnan(spearman(std::vector{1.0}, std::vector{1.0})));
  REQUIRE(std::isnan(spearman(std::vector{1.0, 2.0}, std::vector{3.0, 3.0})));
  // Their mean is not 0.1 in floating point, so their variance would not be 0.
  REQUIRE(std::isnan(pearson(std::vector{0.1, 0.1, 0.1}, std::vector{1.0, 2.0, 3.0})));
}

TEST_CASE("the interval of rho is Bonett and Wright's", "[eval]") {
  struct Known {
    double rho;
    std::uint64_t n;
    double low, high;
  };
  for (const auto& [rho, n, low, high] : {Known{0.6, 50, 0.36495549337416211, 0.76314508784780655},
                                          Known{-0.3, 4, -0.98060601236651124, 0.93466215851681267},
                                          Known{0, 103, -0.1935246647916799, 0.1935246647916799},
                                          Known{0.999, 10, 0.9938809594567426, 0.99983692593758078}}) {
    REQUIRE(spearman_interval(rho, n).low == near(low));
    REQUIRE(spearman_interval(rho, n).high == near(high));
  }
  REQUIRE(std::isnan(spearman_interval(1, 10).low));
  REQUIRE(std::isnan(spearman_interval(-1, 10).high));
  REQUIRE(std::isnan(spearman_interval(0.5, 3).low));
  REQUIRE(std::isnan(spearman_interval(NAN, 30).high));
}

TEST_CASE("the interval of a share is Wilson's", "[eval]") {
  struct Known {
    std::uint64_t right, n;
    double low, high;
  };
  for (const auto& [right, n, low, high] :
       {Known{0, 10, 0, 0.27753279986288926}, Known{5, 10, 0.236593090512564, 0.76340690948743606},
        Known{10, 10, 0.72246720013711085, 1}, Known{5244, 12868, 0.39906142380866033, 0.41603884699454657}}) {
    REQUIRE(share_interval(right, n).low == near(low));
    REQUIRE(share_interval(right, n).high == near(high));
  }
  REQUIRE(std::isnan(share_interval(0, 0).low));
}

}  // namespace
}  // namespace w2v::test
