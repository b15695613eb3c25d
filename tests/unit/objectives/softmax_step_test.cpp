#include "w2v/objectives/softmax_step.hpp"

#include <cmath>
#include <random>

#include "../simd/step_oracle.hpp"
#include "w2v/settings/config.hpp"

namespace w2v::test {
namespace {

/// Words that predict, and words that are predicted.
struct Example {
  std::vector<std::uint32_t> inputs;
  std::vector<std::uint32_t> targets;
};

struct SoftmaxProblem {
  Rows inputs;
  Rows outputs;
  std::vector<Example> examples;

  [[nodiscard]] std::size_t pairs() const {
    std::size_t sum = 0;
    for (const Example& example : examples) sum += example.targets.size();
    return sum;
  }
};

std::vector<std::uint32_t> some_words(std::mt19937& random, std::size_t words, std::size_t most) {
  std::vector<std::uint32_t> some(1 + random() % most);
  for (std::uint32_t& word : some) word = static_cast<std::uint32_t>(random() % words);
  return some;
}

SoftmaxProblem random_softmax(std::mt19937& random, std::size_t words, std::size_t dim, std::size_t examples,
                              Architecture architecture, double scale) {
  const Problem rows = random_problem(random, dim, words - 2, words - 2, scale);
  SoftmaxProblem problem{rows.inputs, rows.outputs, {}};
  for (std::size_t i = 0; i < examples; ++i) {
    const bool cbow = architecture == Architecture::cbow;
    problem.examples.push_back({some_words(random, words, cbow ? 5 : 1), some_words(random, words, cbow ? 1 : 5)});
  }
  return problem;
}

std::vector<double> hidden_of(const SoftmaxProblem& p, const Example& example) {
  std::vector<double> h(p.inputs[0].size());
  for (const std::uint32_t word : example.inputs) {
    for (std::size_t k = 0; k < h.size(); ++k) h[k] += p.inputs[word][k] / static_cast<double>(example.inputs.size());
  }
  return h;
}

double log_sum(const SoftmaxProblem& p, const std::vector<double>& h) {
  double sum = 0;
  for (const auto& row : p.outputs) sum += std::exp(dot(h, row));
  return std::log(sum);
}

/// -log p(target | inputs) summed over all pairs: the definition, Mikolov et al. 2013b, eq. 2. No gradient is
/// known here.
double objective(const SoftmaxProblem& p) {
  double loss = 0;
  for (const Example& example : p.examples) {
    const std::vector<double> h = hidden_of(p, example);
    for (const std::uint32_t target : example.targets) loss += log_sum(p, h) - dot(h, p.outputs[target]);
  }
  return loss;
}

/// The gradient of the objective, pair after pair and word after word.
struct Gradient {
  Rows inputs;
  Rows outputs;
};
Gradient plain_gradient(const SoftmaxProblem& p) {
  const std::size_t dim = p.inputs[0].size();
  Gradient gradient{Rows(p.inputs.size(), std::vector<double>(dim)), Rows(p.outputs.size(), std::vector<double>(dim))};
  for (const Example& example : p.examples) {
    const std::vector<double> h = hidden_of(p, example);
    const double all = log_sum(p, h);
    for (std::size_t v = 0; v < p.outputs.size(); ++v) {
      double slope = static_cast<double>(example.targets.size()) * std::exp(dot(h, p.outputs[v]) - all);
      for (const std::uint32_t target : example.targets) slope -= target == v ? 1 : 0;
      for (std::size_t k = 0; k < dim; ++k) {
        gradient.outputs[v][k] += slope * h[k];
        for (const std::uint32_t word : example.inputs) {
          gradient.inputs[word][k] += slope * p.outputs[v][k] / static_cast<double>(example.inputs.size());
        }
      }
    }
  }
  return gradient;
}

template <class Real>
struct MovedModel {
  Matrix<Real> input;
  Matrix<Real> output;
  double loss;
};

/// What the shipped step makes of a problem, in `steps` steps on the same batch.
template <class Real>
MovedModel<Real> take_steps(const SoftmaxProblem& p, double rate, int threads, AdamMoments<Real>* adam = nullptr,
                            int steps = 1, std::span<const std::uint8_t> frozen = {}) {
  MovedModel<Real> moved{matrix_of<Real>(p.inputs), matrix_of<Real>(p.outputs), 0};
  SoftmaxStep<Real> step(p.inputs.size(), p.inputs[0].size(), p.examples.size() + 3, threads);
  SoftmaxBatch batch;
  for (const Example& example : p.examples) batch.add(example.inputs, example.targets);
  for (int i = 0; i < steps; ++i) moved.loss = step.train(batch, {moved.input, moved.output, frozen, adam}, rate);
  return moved;
}

template <class Real>
double distance(const Rows& expected, const Matrix<Real>& found) {
  double worst = 0;
  for (std::size_t r = 0; r < expected.size(); ++r) {
    for (std::size_t k = 0; k < expected[r].size(); ++k)
      worst = std::max(worst, std::abs(expected[r][k] - found.row(r)[k]));
    for (std::size_t k = expected[r].size(); k < found.stride(); ++k)
      worst = std::max(worst, std::abs(double{found.row(r)[k]}));
  }
  return worst;
}

constexpr Architecture both[] = {Architecture::skipgram, Architecture::cbow};

TEST_CASE("the shipped softmax step follows the gradient of the objective, by central differences", "[objectives]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    std::mt19937 random(19);
    for (const Architecture architecture : both) {
      for (const std::size_t words : {3, 49, 60}) {
        for (const std::size_t dim : {1, 5, 9}) {
          SoftmaxProblem p = random_softmax(random, words, dim, 1 + random() % 11, architecture, 2);
          CAPTURE(target, architecture == Architecture::cbow, words, dim);
          const double rate = 1e-3;  // the rows move by rate times the gradient, exactly: any rate will do
          const MovedModel<double> moved = take_steps<double>(p, rate, 2);
          REQUIRE(moved.loss == Approx(objective(p)).epsilon(1e-12));
          double off = 0;
          double size = 0;
          for (const bool input : {true, false}) {
            Rows& rows = input ? p.inputs : p.outputs;
            const Matrix<double>& after = input ? moved.input : moved.output;
            for (std::size_t r = 0; r < words; ++r) {
              for (std::size_t k = 0; k < dim; ++k) {
                const double before = rows[r][k];
                rows[r][k] = before + 1e-5;
                const double above = objective(p);
                rows[r][k] = before - 1e-5;
                const double wanted = (above - objective(p)) / 2e-5;
                rows[r][k] = before;
                const double found = (before - after.row(r)[k]) / rate;
                off += (found - wanted) * (found - wanted);
                size += wanted * wanted;
              }
            }
          }
          REQUIRE(std::sqrt(off / size) < 1e-7);
        }
      }
    }
  }
}

TEST_CASE("a softmax step in float is that of plain loops in double, for any number of words and examples",
          "[objectives]") {
  const BestTargetAgain again;
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    std::mt19937 random(20);
    for (const Architecture architecture : both) {
      for (const std::size_t words : {2, 47, 48, 97, 1700}) {
        for (const std::size_t examples : {1, 16, 37}) {
          if (words > 1000 && examples != 37) continue;
          SoftmaxProblem p = random_softmax(random, words, 21, examples, architecture, 2);
          CAPTURE(target, architecture == Architecture::cbow, words, examples);
          const MovedModel<float> moved = take_steps<float>(p, 0.1, 2);
          REQUIRE(moved.loss == Approx(objective(p)).epsilon(1e-5));
          const Gradient gradient = plain_gradient(p);
          for (std::size_t r = 0; r < words; ++r) {
            for (std::size_t k = 0; k < 21; ++k) {
              p.inputs[r][k] -= 0.1 * gradient.inputs[r][k];
              p.outputs[r][k] -= 0.1 * gradient.outputs[r][k];
            }
          }
          REQUIRE(distance(p.inputs, moved.input) < 1e-5);
          REQUIRE(distance(p.outputs, moved.output) < 1e-5);
        }
      }
    }
  }
}

TEST_CASE("Adam moves every row by the gradient of the mean loss, and frozen rows not at all", "[objectives]") {
  std::mt19937 random(21);
  for (const Architecture architecture : both) {
    SoftmaxProblem p = random_softmax(random, 70, 9, 20, architecture, 2);
    const std::vector<std::uint8_t> frozen = [&] {
      std::vector<std::uint8_t> bits(70);
      for (std::uint8_t& bit : bits) bit = random() % 3 == 0 ? 1 : 0;
      return bits;
    }();
    AdamMoments<double> adam{{70, 9}, {70, 9}};
    const MovedModel<double> moved = take_steps<double>(p, 0.01, 3, &adam, 5, frozen);
    REQUIRE(adam.steps == 5);
    Rows means(140, std::vector<double>(9));
    Rows squares = means;
    for (int t = 1; t <= 5; ++t) {
      const Gradient gradient = plain_gradient(p);
      for (std::size_t r = 0; r < 140; ++r) {
        const bool input = r < 70;
        if (input && frozen[r] != 0) continue;
        for (std::size_t k = 0; k < 9; ++k) {
          const double g = (input ? gradient.inputs[r] : gradient.outputs[r - 70])[k] / static_cast<double>(p.pairs());
          means[r][k] = 0.9 * means[r][k] + 0.1 * g;
          squares[r][k] = 0.999 * squares[r][k] + 0.001 * g * g;
          (input ? p.inputs[r] : p.outputs[r - 70])[k] -= 0.01 * means[r][k] / (1 - std::pow(0.9, t)) /
                                                          (std::sqrt(squares[r][k] / (1 - std::pow(0.999, t))) + 1e-8);
        }
      }
    }
    CAPTURE(architecture == Architecture::cbow);
    REQUIRE(distance(p.inputs, moved.input) < 1e-12);
    REQUIRE(distance(p.outputs, moved.output) < 1e-12);
  }
}

TEST_CASE("the bytes of a softmax step do not depend on the number of threads", "[objectives]") {
  std::mt19937 random(22);
  const SoftmaxProblem p = random_softmax(random, 900, 33, 50, Architecture::cbow, 2);
  const auto bytes_with = [&](int threads, bool with_adam) {
    AdamMoments<float> adam{{900, 33}, {900, 33}};
    return take_steps<float>(p, 0.05, threads, with_adam ? &adam : nullptr, 3);
  };
  for (const bool with_adam : {false, true}) {
    const MovedModel<float> one = bytes_with(1, with_adam);
    for (const int threads : {2, 3, 7}) {
      const MovedModel<float> more = bytes_with(threads, with_adam);
      CAPTURE(threads, with_adam);
      REQUIRE(more.loss == one.loss);
      REQUIRE(std::equal(one.input.row(0), one.input.row(900), more.input.row(0)));
      REQUIRE(std::equal(one.output.row(0), one.output.row(900), more.output.row(0)));
    }
  }
}

}  // namespace
}  // namespace w2v::test
