#include "w2v/simd/logistic_step.hpp"

#include <limits>

#include "step_oracle.hpp"

namespace w2v::test {
namespace {

/// How far the rows of a float step may be from those of a double step.
///   A score is a sum of dim products: off by at most dim + 4 roundings of the largest possible sum. The
///   slope's error is a quarter of that, the sigmoid's steepest, and a few roundings of exp and the division.
///   A row gets `terms` of these, each times a value of the other matrix, and is rounded once for each.
double bound(const Problem& p, double rate, std::size_t terms) {
  constexpr double epsilon = std::numeric_limits<float>::epsilon();
  double largest = 0;
  double longest = 0;
  for (const Rows* rows : {&p.inputs, &p.outputs}) {
    for (const auto& row : *rows) {
      longest = std::max(longest, dot(row, row));
      for (const double value : row) largest = std::max(largest, std::abs(value));
    }
  }
  const auto dim = static_cast<double>(p.inputs[0].size());
  const double slope = rate * epsilon * ((dim + 4) * longest / 4 + 8);
  const auto count = static_cast<double>(terms);
  return count * slope * largest + (count + 2) * epsilon * largest * (1 + rate * count);
}

/// Compares all rows; those that are not named must not have changed a bit, and the padding must be zero.
void require_near(const Matrix<float>& found, const Rows& expected, const Rows& before,
                  const std::vector<std::size_t>& named, double allowed) {
  for (std::size_t r = 0; r < expected.size(); ++r) {
    const bool moves = std::find(named.begin(), named.end(), r) != named.end();
    for (std::size_t i = 0; i < found.stride(); ++i) {
      const double wanted = i >= found.dim() ? 0 : moves ? expected[r][i] : before[r][i];
      const double off = std::abs(double{found.row(r)[i]} - wanted);
      if (!(off <= (moves && i < found.dim() ? allowed : 0))) {
        CAPTURE(r, i, found.row(r)[i], wanted, allowed);
        FAIL("row differs");
      }
    }
  }
}

void require_right(simd::LogisticStep<float>& step, const Problem& problem, bool cbow, double rate, double share,
                   double slack = 0) {
  Problem expected = problem;
  const double loss = plain_step(expected, cbow, rate, share);
  const Moved<float> found = real_step(step, problem, cbow, static_cast<float>(rate), static_cast<float>(share));
  const std::size_t n = problem.contexts.size();
  const std::size_t m = problem.named.size();
  require_near(found.inputs, expected.inputs, problem.inputs, problem.contexts, bound(problem, rate, n * m) + slack);
  require_near(found.outputs, expected.outputs, problem.outputs, problem.named, bound(problem, rate, n * m) + slack);
  const double allowed = 1e-5 * loss + 1e-6 * static_cast<double>(n * m);
  if (!(std::abs(found.loss - loss) <= allowed)) {
    CAPTURE(found.loss, loss);
    FAIL("loss differs");
  }
}

TEST_CASE("a step is the formula's, for every instruction set, dimension and number of rows", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    for (const std::size_t dim : {1, 3, 7, 8, 15, 16, 17, 31, 33, 100, 300}) {
      std::mt19937 random(static_cast<std::uint32_t>(dim));
      simd::LogisticStep<float> step(Matrix<float>::padded(dim), 11, 22);  // one for all, as in a worker
      for (std::size_t n = 1; n <= 11; ++n) {
        for (std::size_t m = 1; m <= 22; ++m) {
          if (dim == 300 && (n * m) % 5 != 0) continue;  // the other numbers are nothing new there
          CAPTURE(target, dim, n, m);
          const Problem problem = random_problem(random, dim, n, m, 1.5);
          require_right(step, problem, false, 0.1, 1);
          if (m % 3 == 0 || n % 3 == 0) require_right(step, problem, true, 0.1, 1 / static_cast<double>(n));
          if (m % 3 == 1) require_right(step, problem, true, 0.1, 1);
        }
      }
    }
  }
}

TEST_CASE("numbers of rows that go up and down leave nothing behind in a step", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    std::mt19937 random(4);
    simd::LogisticStep<float> step(48, 12, 21);
    for (int round = 0; round < 300; ++round) {
      const std::size_t n = 1 + random() % 12;
      const std::size_t m = 1 + random() % 21;
      CAPTURE(target, round, n, m);
      require_right(step, random_problem(random, 37, n, m, 2), random() % 3 == 0, 0.5, 0.25);
    }
  }
}

TEST_CASE("an output row that is named again counts again", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    std::mt19937 random(6);
    for (int round = 0; round < 200; ++round) {
      const std::size_t n = 1 + random() % 8;
      const std::size_t m = 2 + random() % 15;
      Problem problem = random_problem(random, 20, n, m, 1.5);
      for (std::size_t& j : problem.named) j = random() % (1 + m / 3);
      CAPTURE(target, n, problem.named);
      simd::LogisticStep<float> step(32, 8, 16);
      require_right(step, problem, false, 0.1, 1);
      require_right(step, problem, true, 0.1, 0.5);
    }
  }
}

TEST_CASE("a context row that is named again counts again, but for a term of the rate's square", "[simd]") {
  // CBOW is exact. In skip-gram with six outputs, the step of the usual 5 noise words, the later of two equal
  // rows may be taken as the earlier left it: each output row then differs by at most slope * change, for
  // every further mention.
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    std::mt19937 random(8);
    for (int round = 0; round < 200; ++round) {
      const std::size_t n = 2 + random() % 9;
      const std::size_t m = round % 2 == 0 ? 6 : 1 + random() % 15;
      Problem problem = random_problem(random, 20, n, m, 1.5);
      for (std::size_t& c : problem.contexts) c = random() % (1 + n / 2);
      CAPTURE(target, m, problem.contexts);
      double largest = 0;
      for (const auto& row : problem.outputs) {
        for (const double value : row) largest = std::max(largest, std::abs(value));
      }
      const double rate = 0.01;
      const auto mentions = static_cast<double>(n);
      simd::LogisticStep<float> step(32, 10, 16);
      require_right(step, problem, true, rate, 0.5);
      require_right(step, problem, false, rate, 1,
                    mentions * mentions / 2 * rate * rate * static_cast<double>(m) * largest);
    }
  }
}

TEST_CASE("saturated scores are held at 20 and give finite steps", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    std::mt19937 random(12);
    simd::LogisticStep<float> step(32, 5, 7);
    for (const double scale : {6.0, 40.0, 1000.0}) {
      for (const bool cbow : {false, true}) {
        CAPTURE(target, scale, cbow);
        // Values grow, so scores near 0 are not exact any more: the rate stands for the slope's error.
        Problem problem = random_problem(random, 20, 5, 7, scale);
        Problem expected = problem;
        const double loss = plain_step(expected, cbow, 0.1, 0.2);
        const Moved<float> found = real_step(step, problem, cbow, 0.1F, 0.2F);
        REQUIRE(found.loss == Approx(loss).epsilon(1e-4));
        REQUIRE(std::isfinite(found.inputs.row(0)[0]));
        require_near(found.inputs, expected.inputs, problem.inputs, problem.contexts, 1e-5 * scale * scale);
        require_near(found.outputs, expected.outputs, problem.outputs, problem.named, 1e-5 * scale * scale);
      }
    }
    // One pair of rows with a score of +-10,000: the loss of a wrong label is the clamp's, that of a right
    // one nothing.
    for (const double sign : {1.0, -1.0}) {
      const Problem problem{{{100}}, {{sign * 100}}, {0}, {0}, {1}};
      simd::LogisticStep<float> one(16, 1, 1);
      const Moved<float> found = real_step(one, problem, false, 0.5F, 1.0F);
      REQUIRE(found.loss == Approx(sign > 0 ? 0 : 20).margin(1e-6));
      REQUIRE(found.inputs.row(0)[0] == Approx(sign > 0 ? 100 : 50));
      REQUIRE(found.outputs.row(0)[0] == Approx(sign > 0 ? 100 : -50));
    }
  }
}

TEST_CASE("the loss is the sum over all steps, taken once", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    std::mt19937 random(3);
    simd::LogisticStep<float> step(112, 10, 6);
    double expected = 0;
    Problem problem = random_problem(random, 100, 10, 6, 1);
    Matrix<float> inputs = matrix_of<float>(problem.inputs);
    Matrix<float> outputs = matrix_of<float>(problem.outputs);
    std::vector<float*> contexts;
    std::vector<float*> named;
    const std::vector<float> signs(problem.signs.begin(), problem.signs.end());
    for (std::size_t i = 0; i < 10; ++i) contexts.push_back(inputs.row(i));
    for (std::size_t i = 0; i < 6; ++i) named.push_back(outputs.row(i));
    const simd::StepRows<float> all_contexts = rows_of(contexts);
    const simd::StepRows<float> all_outputs = rows_of(named);
    for (int i = 0; i < 100; ++i) {
      expected += plain_step(problem, false, 0.01, 1);
      step.skipgram(all_contexts, all_outputs, signs.data(), 0.01F);
    }
    CAPTURE(target);
    REQUIRE(step.take_loss() == Approx(expected).epsilon(1e-4));
    REQUIRE(step.take_loss() == 0);
  }
}

TEST_CASE("the loss of millions of wrong scores is their sum", "[simd]") {
  // Each score is held at the wrong end, 20, and loses as much. A float counts whole numbers up to 2^24, which are
  // these exponents' after 580,000 scores in one lane.
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    for (const bool cbow : {false, true}) {
      constexpr std::size_t m = 51;
      const std::size_t n = cbow ? 1 : 16;
      Matrix<float> inputs(n, 1, "a test");
      Matrix<float> outputs(m, 1, "a test");
      std::vector<float*> contexts;
      std::vector<float*> named;
      for (std::size_t i = 0; i < n; ++i) *contexts.emplace_back(inputs.row(i)) = 100;
      for (std::size_t j = 0; j < m; ++j) *named.emplace_back(outputs.row(j)) = 100;
      const std::vector<float> signs(m, -1);
      const simd::StepRows<float> all_contexts = rows_of(contexts);
      const simd::StepRows<float> all_outputs = rows_of(named);
      simd::LogisticStep<float> step(inputs.stride(), n, m, true);
      const std::size_t steps = 3'000'000 / (n * m);
      for (std::size_t i = 0; i < steps; ++i) {
        if (cbow) {
          step.cbow(all_contexts, all_outputs, signs.data(), 0, 1);
        } else {
          step.skipgram(all_contexts, all_outputs, signs.data(), 0);
        }
      }
      CAPTURE(target, cbow);
      REQUIRE(step.take_loss() == Approx(20.0 * static_cast<double>(steps * n * m)).epsilon(1e-5));
    }
  }
}

TEST_CASE("a rate of 0 changes no bit", "[simd]") {
  std::mt19937 random(3);
  const Problem problem = random_problem(random, 33, 5, 6, 1);
  simd::LogisticStep<float> step(48, 5, 6);
  for (const bool cbow : {false, true}) {
    const Moved<float> found = real_step(step, problem, cbow, 0.0F, 1.0F);
    require_near(found.inputs, problem.inputs, problem.inputs, {}, 0);
    require_near(found.outputs, problem.outputs, problem.outputs, {}, 0);
    REQUIRE(found.loss > 0);
  }
}

TEST_CASE("in double a step is the formula's to the last digits", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    std::mt19937 random(21);
    for (const std::size_t dim : {1, 7, 8, 9, 30}) {
      for (int round = 0; round < 30; ++round) {
        const std::size_t n = 1 + random() % 6;
        const std::size_t m = 1 + random() % 14;
        for (const bool cbow : {false, true}) {
          const Problem problem = random_problem(random, dim, n, m, 2);
          Problem expected = problem;
          const double loss = plain_step(expected, cbow, 0.3, 0.5);
          simd::LogisticStep<double> step(Matrix<double>::padded(dim), n, m);
          const Moved<double> found = real_step(step, problem, cbow, 0.3, 0.5);
          CAPTURE(target, dim, n, m, cbow);
          REQUIRE(found.loss == Approx(loss).epsilon(1e-12));
          for (std::size_t i = 0; i < dim; ++i) {
            REQUIRE(found.inputs.row(0)[i] == Approx(expected.inputs[0][i]).epsilon(1e-12).margin(1e-13));
            REQUIRE(found.outputs.row(m - 1)[i] == Approx(expected.outputs[m - 1][i]).epsilon(1e-12).margin(1e-13));
          }
        }
      }
    }
  }
}

TEST_CASE("a value that is no number makes the loss no number", "[simd]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    for (const bool cbow : {false, true}) {
      std::mt19937 random(3);
      Problem problem = random_problem(random, 20, 3, 6, 1);
      problem.inputs[1][5] = std::numeric_limits<double>::quiet_NaN();
      simd::LogisticStep<float> step(32, 3, 6);
      CAPTURE(target, cbow);
      const double loss = real_step(step, problem, cbow, 0.01F, 1.0F).loss;
      CHECK(!(loss < 3 * 3 * 6 * std::log(2.0)));  // what the trainer takes for divergence
    }
  }
}

}  // namespace
}  // namespace w2v::test
