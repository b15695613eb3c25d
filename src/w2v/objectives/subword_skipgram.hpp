#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "w2v/base/random.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/objectives/bag_rows.hpp"
#include "w2v/objectives/chunk_trainer.hpp"
#include "w2v/objectives/examples.hpp"
#include "w2v/objectives/outputs.hpp"
#include "w2v/objectives/tally.hpp"
#include "w2v/objectives/targets.hpp"
#include "w2v/simd/logistic_step.hpp"

namespace w2v {

/// Trains skip-gram with n-grams (Bojanowski et al. 2017): h, the mean of the centre's bag, predicts each context.
///
/// In fastText every row of the bag moves after each context by the whole gradient that reaches h, so h moves by it,
/// too. Here the bag is read once for a centre, h moves from context to context in memory of its own, and the sum of
/// its moves is added to the rows at the end. That is the same sequence of updates at a fraction of the traffic. Only
/// where a row stands in the bag twice, h moves a little less than in fastText.
template <class Targets, class Real>
class SubwordSkipgram : public ChunkTrainer {
 public:
  SubwordSkipgram(const TrainingJob<Real>& job, Targets targets);

  TrainingTally train_chunk(std::uint64_t epoch, std::size_t chunk) override;

 private:
  void begin_piece(std::span<const std::uint32_t> words, Random& random);
  void train_centre(const Example<std::uint32_t>& example, std::span<const std::uint32_t> words, Random& random,
                    Real rate);
  void look_ahead(Random& random);

  /// Contexts whose outputs are laid out ahead, so that their rows are in the cache when they are needed.
  static constexpr std::size_t ahead = 2;

  const TrainingJob<Real>& job_;
  Targets targets_;
  simd::LogisticStep<Real> step_;
  Examples<std::uint32_t> examples_;
  BagRows<Real> bags_;
  std::vector<Outputs<Real>> outputs_;  // a ring: of the context that is trained, and of those ahead
  std::size_t laid_out_ = 0;            // contexts of the piece whose outputs are laid out
  std::size_t trained_ = 0;             // and that are trained
  std::size_t centre_ahead_ = 0;        // of the context whose outputs are laid out next
  std::size_t context_ahead_ = 0;       // its place in the piece
  std::vector<const Real*> upcoming_;   // rows that the next step fetches
  Matrix<Real> hidden_;                 // h, and what it was at the start
};

}  // namespace w2v
