#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "w2v/corpus/corpus.hpp"
#include "w2v/corpus/subsampler.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/objectives/adam_moments.hpp"
#include "w2v/objectives/schedule.hpp"
#include "w2v/settings/config.hpp"
#include "w2v/subwords/word_bags.hpp"

namespace w2v {

/// How many updates each row of the matrices has had.
struct UpdateCounts {
  std::vector<std::uint32_t> input;
  std::vector<std::uint32_t> output;
};

/// What is to be trained, on which text and how: what the trainers of all threads share. All of it is read only, but
/// for the matrices' values (Hogwild, Recht et al. 2011).
template <class Real>
struct TrainingJob {
  const TrainConfig& config;
  const TokenStream& tokens;
  const Subsampler& subsampler;
  Schedule schedule;
  Matrix<Real>& input;
  Matrix<Real>& output;
  const WordBags* bags = nullptr;             ///< of words with n-grams; none: a word's vector is its own row
  std::span<const std::uint8_t> frozen = {};  ///< 1 for an input row that does not move; empty: all move
  AdamMoments<Real>* adam = nullptr;          ///< of the full softmax; none: plain gradient descent
  std::size_t held_out = 0;                   ///< chunks at the end of the text that are not trained on
  UpdateCounts* updates = nullptr;            ///< where to count the updates of each row; none: nowhere

  /// Chunks that are trained on: the first ones of the text.
  [[nodiscard]] std::size_t chunks() const { return tokens.chunks() - held_out; }
  /// Their tokens.
  [[nodiscard]] std::uint64_t stream_size() const {
    return held_out == 0 ? tokens.tokens().size() : tokens.chunk_begin(chunks());
  }
};

}  // namespace w2v
