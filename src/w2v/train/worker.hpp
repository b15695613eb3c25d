#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "w2v/base/random.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/simd/logistic_step.hpp"
#include "w2v/train/config.hpp"
#include "w2v/train/pieces.hpp"
#include "w2v/train/tally.hpp"
#include "w2v/train/targets.hpp"

namespace w2v {

/// Trains one chunk of text after the other for one thread. `Targets`: what a centre is told apart from, NoiseTargets or
/// PathTargets. `Real` is float; the proofs use double.
template <Architecture architecture, class Targets, class Real>
class TrainingWorker {
 public:
  TrainingWorker(const SharedState<Real>& shared, Targets targets);

  /// Trains one chunk in one epoch, from 0. The same result whatever thread does it, but for the state of the matrices.
  TrainingTally train_chunk(std::uint64_t epoch, std::size_t chunk);

 private:
  /// What a centre is told apart from: rows of the output matrix, room for two more, and their signs.
  struct Outputs {
    explicit Outputs(std::size_t most) : rows(most + 2), signs(most) {}
    std::vector<Real*> rows;
    std::vector<Real> signs;
    std::size_t count = 0;
  };

  void train_piece(Random& random, Real rate, TrainingTally& tally);
  void train_skipgram(std::size_t centre, simd::StepRows<Real> contexts, Random& random, Real rate);
  void train_steps(simd::StepRows<Real> contexts, Real rate);
  void train_cbow(std::size_t centre, simd::StepRows<Real> contexts, Random& random, Real rate);
  void look_ahead(std::size_t centre, Random& random);
  void note_named_contexts();
  simd::StepRows<Real> hold_frozen(simd::StepRows<Real> contexts);

  const SharedState<Real>& shared_;
  std::size_t window_;
  std::size_t contexts_a_draw_;   // of skip-gram, that have the same outputs
  std::size_t contexts_at_once_;  // of a step
  Targets targets_;
  simd::LogisticStep<Real> step_;
  std::vector<std::uint32_t> piece_;  // kept tokens of a sentence, or of a part of it
  std::size_t length_ = 0;            // of the piece
  std::vector<std::uint32_t> windows_;  // one for every token of the piece
  std::vector<Real*> rows_;  // of the input matrix, for every token of the piece, and room for one more
  Outputs now_;              // of the contexts that are trained
  Outputs next_;             // of those after them
  std::vector<Real*> again_;  // a copy of the rows of now_, for a step
  std::vector<Real*> contexts_;  // where some rows are frozen: the rows and copies that the step works on
  Matrix<Real> copies_;          // of frozen rows
};

}  // namespace w2v
