#include "w2v/simd/softmax.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "step_oracle.hpp"

namespace w2v::test {
namespace {

/// Largest relative error of sums and of weighted probabilities of scores of that size.
template <class Real>
double error_of_softmax(std::mt19937& random, std::size_t rows, double size) {
  constexpr std::size_t columns = 2 * 64 / sizeof(Real);
  std::normal_distribution<double> normal(0, size);
  Matrix<Real> scores(rows, columns + 1, "a test");
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < scores.stride(); ++c) scores.row(r)[c] = static_cast<Real>(normal(random));
  }
  Matrix<Real> numbers(4, columns, "a test");
  Matrix<Real> out(rows, columns + 1, "a test");
  const simd::Scores<Real> view{scores.row(0), scores.stride(), rows, columns};
  simd::sum_exponentials<Real>(view, numbers.row(0), numbers.row(1));
  double worst = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    double most = scores.row(0)[c];
    for (std::size_t r = 0; r < rows; ++r) most = std::max(most, double{scores.row(r)[c]});
    double sum = 0;
    for (std::size_t r = 0; r < rows; ++r) sum += std::exp(scores.row(r)[c] - most);
    REQUIRE(double{numbers.row(0)[c]} == most);
    worst = std::max(worst, std::abs(numbers.row(1)[c] / sum - 1));
    numbers.row(2)[c] = static_cast<Real>(most + std::log(sum));
    numbers.row(3)[c] = static_cast<Real>(c % 5) / 2;
  }
  simd::weighted_probabilities<Real>(view, numbers.row(2), numbers.row(3), out.row(0));
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t r = 0; r < rows; ++r) {
      const double p = std::exp(double{scores.row(r)[c]} - double{numbers.row(2)[c]});
      const double expected = p * numbers.row(3)[c];
      const double epsilon = std::numeric_limits<Real>::epsilon();
      if (p < 0.9 * epsilon * epsilon) {
        REQUIRE(double{out.row(r)[c]} == 0);
      } else if (p > 1.1 * epsilon * epsilon && expected > 0) {
        worst = std::max(worst, std::abs(out.row(r)[c] / expected - 1));
      }
    }
  }
  return worst;
}

TEST_CASE("the softmax of columns is that in double, for small scores and for large ones", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    std::mt19937 random(7);
    for (const std::size_t rows : {1, 2, 100}) {
      for (const double size : {0.0, 1.0, 10.0, 100.0, 10000.0}) {
        CAPTURE(target, rows, size);
        REQUIRE(error_of_softmax<float>(random, rows, size) < 1e-5);
        REQUIRE(error_of_softmax<double>(random, rows, size) < 1e-13);
      }
    }
  }
}

TEST_CASE("a score that is no number or infinite is not lost in a sum", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                            -std::numeric_limits<float>::infinity()}) {
      for (const std::size_t place : {0, 1, 2}) {
        Matrix<float> scores(3, 16, "a test");
        Matrix<float> numbers(2, 16, "a test");
        scores.row(place)[3] = bad;
        simd::sum_exponentials<float>({scores.row(0), scores.stride(), 3, 16}, numbers.row(0), numbers.row(1));
        CAPTURE(target, bad, place);
        REQUIRE(std::isnan(numbers.row(1)[3]));
        REQUIRE(numbers.row(1)[4] == 3.0F);
      }
    }
  }
}

}  // namespace
}  // namespace w2v::test
