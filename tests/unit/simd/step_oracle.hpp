#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "../support.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/simd/logistic_step.hpp"
#include "w2v/simd/target.hpp"

namespace w2v::test {

/// Goes back to the best instruction set at the end of a test.
struct BestTargetAgain {
  BestTargetAgain() = default;
  BestTargetAgain(const BestTargetAgain&) = delete;
  BestTargetAgain& operator=(const BestTargetAgain&) = delete;
  ~BestTargetAgain() { simd::use_target("best"); }
};

using Rows = std::vector<std::vector<double>>;

/// Two pools of rows, and which of them a step names: some more than once, some not at all.
struct Problem {
  Rows inputs;
  Rows outputs;
  std::vector<std::size_t> contexts;
  std::vector<std::size_t> named;  // of outputs
  std::vector<double> signs;       // of the named: 1 for label 1, -1 for label 0
};

/// Values are those of floats.
inline Problem random_problem(std::mt19937& random, std::size_t dim, std::size_t n, std::size_t m, double scale) {
  std::normal_distribution<float> normal(0, static_cast<float>(scale / std::sqrt(static_cast<double>(dim))));
  Problem problem;
  for (Rows* rows : {&problem.inputs, &problem.outputs}) {
    rows->resize((rows == &problem.inputs ? n : m) + 2);
    for (auto& row : *rows) {
      for (std::size_t i = 0; i < dim; ++i) row.push_back(double{normal(random)});
    }
  }
  for (std::size_t i = 0; i < n; ++i) problem.contexts.push_back(i);
  for (std::size_t i = 0; i < m; ++i) {
    problem.named.push_back(i);
    problem.signs.push_back(i == 0 ? 1 : -1);
  }
  return problem;
}

inline double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

inline double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// The step of a problem as the formulas say it, in double: moves the rows and returns the loss.
inline double plain_step(Problem& p, bool cbow, double rate, double share) {
  const Rows inputs = p.inputs;
  const Rows outputs = p.outputs;
  const std::size_t dim = inputs[0].size();
  double loss = 0;
  const auto score_and_move = [&](const std::vector<double>& left, std::size_t j, std::vector<double>& left_change) {
    const std::vector<double>& right = outputs[p.named[j]];
    const double score = std::clamp(dot(left, right), -20.0, 20.0);
    loss -= std::log(sigmoid(p.signs[j] * score));
    const double slope = rate * ((p.signs[j] > 0 ? 1 : 0) - sigmoid(score));
    for (std::size_t i = 0; i < dim; ++i) {
      left_change[i] += slope * right[i];
      p.outputs[p.named[j]][i] += slope * left[i];
    }
  };
  if (cbow) {
    std::vector<double> hidden(dim);
    for (const std::size_t c : p.contexts) {
      for (std::size_t i = 0; i < dim; ++i) hidden[i] += inputs[c][i] / static_cast<double>(p.contexts.size());
    }
    std::vector<double> change(dim);
    for (std::size_t j = 0; j < p.named.size(); ++j) score_and_move(hidden, j, change);
    for (const std::size_t c : p.contexts) {
      for (std::size_t i = 0; i < dim; ++i) p.inputs[c][i] += share * change[i];
    }
  } else {
    for (const std::size_t c : p.contexts) {
      for (std::size_t j = 0; j < p.named.size(); ++j) score_and_move(inputs[c], j, p.inputs[c]);
    }
  }
  return loss;
}

template <class Real>
Matrix<Real> matrix_of(const Rows& rows) {
  Matrix<Real> matrix(rows.size(), rows[0].size(), "a test");
  for (std::size_t r = 0; r < rows.size(); ++r) std::copy(rows[r].begin(), rows[r].end(), matrix.row(r));
  return matrix;
}

/// What the product makes of a problem.
template <class Real>
struct Moved {
  Matrix<Real> inputs;
  Matrix<Real> outputs;
  double loss;
};

/// With the room for one more that a step needs.
template <class Real>
simd::StepRows<Real> rows_of(std::vector<Real*>& rows) {
  rows.push_back(nullptr);
  return {rows.data(), rows.size() - 1};
}

template <class Real>
Moved<Real> real_step(simd::LogisticStep<Real>& step, const Problem& p, bool cbow, Real rate, Real share) {
  Moved<Real> moved{matrix_of<Real>(p.inputs), matrix_of<Real>(p.outputs), 0};
  std::vector<Real*> contexts;
  std::vector<Real*> outputs;
  for (const std::size_t c : p.contexts) contexts.push_back(moved.inputs.row(c));
  for (const std::size_t j : p.named) outputs.push_back(moved.outputs.row(j));
  const std::vector<Real> signs(p.signs.begin(), p.signs.end());
  if (cbow) {
    step.cbow(rows_of(contexts), rows_of(outputs), signs.data(), rate, share);
  } else {
    step.skipgram(rows_of(contexts), rows_of(outputs), signs.data(), rate);
  }
  moved.loss = step.take_loss();
  return moved;
}

}  // namespace w2v::test
