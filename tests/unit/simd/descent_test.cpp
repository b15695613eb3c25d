#include "w2v/simd/descent.hpp"

#include <cmath>
#include <random>

#include "step_oracle.hpp"

namespace w2v::test {
namespace {

/// Largest error of Adam after many steps, beside algorithm 1 of Kingma and Ba 2015 as it is printed.
template <class Real>
double error_of_adam(std::mt19937& random) {
  constexpr std::size_t count = 48;
  std::normal_distribution<double> normal;
  Matrix<Real> rows(4, count, "a test");  // values, means, squares, gradient
  double theta[count] = {}, m[count] = {}, v[count] = {};
  double worst = 0;
  for (int t = 1; t <= 200; ++t) {
    for (std::size_t i = 0; i < count; ++i) {
      const double size = i % 4 == 0 ? 0 : std::pow(10, -static_cast<double>(i % 9));
      const double g = t % 7 == 3 ? 0 : static_cast<Real>(size * normal(random));
      rows.row(3)[i] = static_cast<Real>(g);
      m[i] = 0.9 * m[i] + (1 - 0.9) * g;
      v[i] = 0.999 * v[i] + (1 - 0.999) * g * g;
      const double m_hat = m[i] / (1 - std::pow(0.9, t));
      const double v_hat = v[i] / (1 - std::pow(0.999, t));
      theta[i] -= 0.001 * m_hat / (std::sqrt(v_hat) + 1e-8);
    }
    simd::adam<Real>(rows.row(0), rows.row(1), rows.row(2), rows.row(3), count, {0.001, static_cast<unsigned long>(t)});
    for (std::size_t i = 0; i < count; ++i) worst = std::max(worst, std::abs(rows.row(0)[i] - theta[i]));
  }
  return worst;
}

TEST_CASE("Adam moves as its algorithm says", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    CAPTURE(target);
    std::mt19937 random(8);
    REQUIRE(error_of_adam<float>(random) < 2e-6);  // 200 steps of up to 0.001
    REQUIRE(error_of_adam<double>(random) < 1e-12);
  }
}

TEST_CASE("plain descent of whole numbers is exact", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    Matrix<float> rows(2, 48, "a test");
    for (std::size_t i = 0; i < 48; ++i) {
      rows.row(0)[i] = static_cast<float>(i);
      rows.row(1)[i] = static_cast<float>(i % 5) - 2;
    }
    simd::descend<float>(rows.row(0), rows.row(1), 32, 0.5F);
    CAPTURE(target);
    for (std::size_t i = 0; i < 48; ++i) {
      REQUIRE(double{rows.row(0)[i]} == static_cast<double>(i) - (i < 32 ? 0.5 * (static_cast<double>(i % 5) - 2) : 0));
    }
  }
}

}  // namespace
}  // namespace w2v::test
