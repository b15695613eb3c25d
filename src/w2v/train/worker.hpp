#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "w2v/base/random.hpp"
#include "w2v/corpus/corpus.hpp"
#include "w2v/corpus/subsampler.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/sampling/alias_table.hpp"
#include "w2v/simd/negative_sampling.hpp"
#include "w2v/train/config.hpp"
#include "w2v/train/schedule.hpp"

namespace w2v {

/// What the training of a stretch of text came to.
struct TrainingTally {
  std::uint64_t tokens = 0;  ///< passed, before subsampling
  std::uint64_t kept = 0;    ///< after it
  std::uint64_t pairs = 0;   ///< (centre, context) for skip-gram, centres with a context for CBOW
  double loss = 0;           ///< sum over the pairs, in nats

  TrainingTally& operator+=(const TrainingTally& other) {
    tokens += other.tokens;
    kept += other.kept;
    pairs += other.pairs;
    loss += other.loss;
    return *this;
  }
};

/// What the workers of a run share. All of it is read only, but for the matrices' values (Hogwild, Recht et al. 2011).
template <class Real>
struct SharedState {
  const TrainConfig& config;
  const TokenStream& tokens;
  const Subsampler& subsampler;
  const AliasTable& noise;
  Schedule schedule;
  Matrix<Real>& input;
  Matrix<Real>& output;
};

/// Trains one chunk of text after the other for one thread. `Real` is float; the proofs use double.
template <Architecture architecture, class Real>
class TrainingWorker {
 public:
  explicit TrainingWorker(const SharedState<Real>& shared);

  /// Trains one chunk in one epoch, from 0. The same result whatever thread does it, but for the state of the matrices.
  TrainingTally train_chunk(std::uint64_t epoch, std::size_t chunk);

 private:
  void train_piece(Random& random, Real rate, TrainingTally& tally);
  void fill_noise_pool(Random& random);
  void draw(Random& random);
  std::span<const Real* const> rows_new_for(std::size_t centre);

  const SharedState<Real>& shared_;
  std::size_t window_;
  std::size_t negatives_;
  simd::NegativeSampling<Real> step_;
  std::vector<std::uint32_t> piece_;    // kept tokens of a sentence, or of a part of it
  std::size_t length_ = 0;              // of the piece
  std::vector<std::uint32_t> noise_pool_;  // skip-gram: the noise words that a chunk draws from
  std::vector<std::uint32_t> windows_;  // one for every token of the piece
  std::vector<std::uint32_t> noise_;    // `negatives` for every token of the piece
  std::vector<Real*> contexts_;
  std::vector<Real*> outputs_;
  std::vector<const Real*> upcoming_;
};

}  // namespace w2v
