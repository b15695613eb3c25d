#include "step_oracle.hpp"

namespace w2v::test {
namespace {

/// The objective: of negative sampling as written in Mikolov et al. 2013b, eq. 4, of hierarchical softmax in Mikolov et
/// al. 2013b, eq. 3, with other signs. A function of the two pools of rows alone.
double objective(const Problem& p, bool cbow) {
  double loss = 0;
  const auto add = [&](const std::vector<double>& left) {
    for (std::size_t j = 0; j < p.named.size(); ++j) {
      const double score = dot(left, p.outputs[p.named[j]]);
      loss += std::log1p(std::exp(-p.signs[j] * score));
    }
  };
  if (cbow) {
    std::vector<double> mean(p.inputs[0].size());
    for (const std::size_t c : p.contexts) {
      for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += p.inputs[c][i];
    }
    for (double& value : mean) value /= static_cast<double>(p.contexts.size());
    add(mean);
  } else {
    for (const std::size_t c : p.contexts) add(p.inputs[c]);
  }
  return loss;
}

double central_difference(Problem& p, bool cbow, double& value) {
  const double step = 1e-5;
  const double before = value;
  value = before + step;
  const double above = objective(p, cbow);
  value = before - step;
  const double below = objective(p, cbow);
  value = before;
  return (above - below) / (2 * step);
}

/// Relative error of the gradient that the shipped step follows, over all rows of both matrices. CBOW's rows
/// get 1/n of what reaches their mean.
double gradient_error(Problem& p, bool cbow) {
  const double rate = 1e-3;  // the rows move by rate times the gradient, exactly: any rate will do
  const std::size_t dim = p.inputs[0].size();
  simd::LogisticStep<double> step(Matrix<double>::padded(dim), p.contexts.size(), p.named.size());
  const Moved<double> moved = real_step(step, p, cbow, rate, 1 / static_cast<double>(p.contexts.size()));
  REQUIRE(moved.loss == Approx(objective(p, cbow)).epsilon(1e-12));
  double off = 0;
  double size = 0;
  for (const bool input : {true, false}) {
    Rows& rows = input ? p.inputs : p.outputs;
    const Matrix<double>& after = input ? moved.inputs : moved.outputs;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t i = 0; i < dim; ++i) {
        const double found = (rows[r][i] - after.row(r)[i]) / rate;
        const double wanted = central_difference(p, cbow, rows[r][i]);
        off += (found - wanted) * (found - wanted);
        size += wanted * wanted;
      }
    }
  }
  return std::sqrt(off / size);
}

TEST_CASE("the shipped step follows the gradient of the objective, by central differences", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    std::mt19937 random(17);
    for (const std::size_t dim : {1, 5, 16, 21}) {
      for (const std::size_t m : {1, 2, 5, 6, 7, 12, 16}) {
        for (const std::size_t n : {1, 2, 3, 8}) {
          for (const bool cbow : {false, true}) {
            CAPTURE(target, dim, m, n, cbow);
            Problem problem = random_problem(random, dim, n, m, 1);
            REQUIRE(gradient_error(problem, cbow) < 1e-7);
            for (double& sign : problem.signs) sign = random() % 2 == 0 ? 1 : -1;  // a path in a tree
            REQUIRE(gradient_error(problem, cbow) < 1e-7);
          }
        }
      }
    }
  }
}

TEST_CASE("the gradient of rows that are named more than once is the sum", "[simd]") {
  std::mt19937 random(18);
  for (int round = 0; round < 60; ++round) {
    const std::size_t n = 1 + random() % 6;
    const std::size_t m = 1 + random() % 14;
    Problem problem = random_problem(random, 9, n, m, 1.5);
    for (std::size_t& j : problem.named) j = random() % (1 + m / 2);
    CAPTURE(n, problem.named);
    REQUIRE(gradient_error(problem, false) < 1e-7);
    for (std::size_t& c : problem.contexts) c = random() % (1 + n / 2);
    REQUIRE(gradient_error(problem, true) < 1e-7);
  }
}

}  // namespace
}  // namespace w2v::test
