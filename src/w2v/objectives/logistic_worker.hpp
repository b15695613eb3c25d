#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "w2v/base/random.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/objectives/chunk_trainer.hpp"
#include "w2v/objectives/examples.hpp"
#include "w2v/objectives/outputs.hpp"
#include "w2v/objectives/tally.hpp"
#include "w2v/objectives/targets.hpp"
#include "w2v/settings/config.hpp"
#include "w2v/simd/logistic_step.hpp"

namespace w2v {

/// Trains under negative sampling or hierarchical softmax, a step for the contexts of a centre, or for a few of them.
/// `Targets`: what a centre is told apart from, NoiseTargets or PathTargets. `Real` is float; the proofs use double.
template <Architecture architecture, class Targets, class Real>
class LogisticWorker : public ChunkTrainer {
 public:
  LogisticWorker(const TrainingJob<Real>& job, Targets targets);

  TrainingTally train_chunk(std::uint64_t epoch, std::size_t chunk) override;

 private:
  void train_piece(std::span<const std::uint32_t> words, Random& random, Real rate, TrainingTally& tally);
  void train_skipgram(std::size_t centre, simd::StepRows<Real> contexts, Random& random, Real rate);
  void train_steps(simd::StepRows<Real> contexts, Real rate);
  void train_cbow(std::size_t centre, simd::StepRows<Real> contexts, Random& random, Real rate);
  void look_ahead(std::size_t centre, Random& random);
  void count_input_updates(std::span<const std::uint32_t> words);
  simd::StepRows<Real> hold_frozen(simd::StepRows<Real> contexts);

  const TrainingJob<Real>& job_;
  std::size_t contexts_a_draw_;   // of skip-gram, that have the same outputs
  std::size_t contexts_at_once_;  // of a step
  Targets targets_;
  simd::LogisticStep<Real> step_;
  Examples<Real*> examples_;
  Outputs<Real> now_;            // of the contexts that are trained
  Outputs<Real> next_;           // of those after them
  std::vector<Real*> again_;     // a copy of the rows of now_, for a step
  std::vector<Real*> contexts_;  // where some rows are frozen: the rows and copies that the step works on
  Matrix<Real> copies_;          // of frozen rows
};

}  // namespace w2v
