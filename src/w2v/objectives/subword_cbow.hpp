#pragma once

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

/// Trains CBOW with n-grams, as fastText does: h, the mean of the rows of all contexts' bags, predicts the centre.
///
/// A word is in the windows of many centres. So its bag is read once, when the word comes into the window: the sum of
/// its rows. What the rows move by is gathered beside it, and added to the rows when the word leaves the window. So a
/// row sees what another word of the window did to it only then.
template <class Targets, class Real>
class SubwordCbow : public ChunkTrainer {
 public:
  SubwordCbow(const TrainingJob<Real>& job, Targets targets);

  TrainingTally train_chunk(std::uint64_t epoch, std::size_t chunk) override;

 private:
  void begin_piece(std::span<const std::uint32_t> words, Random& random);
  void train_centre(std::size_t centre, Random& random, Real rate);
  void look_ahead(std::size_t centre, Random& random);
  void enter(std::size_t place);
  void leave(std::size_t place);

  [[nodiscard]] std::size_t slot(std::size_t place) const { return place % sums_.rows(); }

  const TrainingJob<Real>& job_;
  Targets targets_;
  simd::LogisticStep<Real> step_;
  Examples<std::uint32_t> examples_;
  BagRows<Real> bags_;
  Outputs<Real> now_;                     // of the centre that is trained
  Outputs<Real> next_;                    // of the one after it
  std::vector<const Real*> upcoming_;     // rows that the next step fetches
  std::span<const std::uint32_t> words_;  // of the piece
  std::size_t entered_ = 0;               // places that have come into the window
  std::size_t left_ = 0;                  // and that have left it
  Matrix<Real> sums_;                     // of the bags of the words in the window, each at slot(its place)
  Matrix<Real> changes_;                  // what each row of these bags is to move by
  std::vector<Real> moving_;              // rows of each bag that are not frozen
  Matrix<Real> hidden_;                   // h, and what it was at the start
};

}  // namespace w2v
