#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "w2v/corpus/corpus.hpp"
#include "w2v/corpus/subsampler.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/train/adam_state.hpp"
#include "w2v/train/config.hpp"
#include "w2v/train/schedule.hpp"

namespace w2v {

/// How often steps have named each row of the matrices.
struct NamedRows {
  std::vector<std::uint32_t> input;
  std::vector<std::uint32_t> output;
};

/// What the workers of a run share. All of it is read only, but for the matrices' values (Hogwild, Recht et
/// al. 2011).
template <class Real>
struct SharedState {
  const TrainConfig& config;
  const TokenStream& tokens;
  const Subsampler& subsampler;
  Schedule schedule;
  Matrix<Real>& input;
  Matrix<Real>& output;
  std::span<const std::uint8_t> frozen = {};  ///< 1 for a word whose input row does not move; empty: all move
  AdamState<Real>* adam = nullptr;            ///< of the full softmax; none: plain gradient descent
  std::size_t held_out = 0;                   ///< chunks at the end of the text that are not trained on
  NamedRows* named = nullptr;                 ///< where to note the rows that steps name; none: nowhere

  /// Chunks that are trained on: the first ones of the text.
  [[nodiscard]] std::size_t chunks() const { return tokens.chunks() - held_out; }
  /// Their tokens.
  [[nodiscard]] std::uint64_t stream_size() const {
    return held_out == 0 ? tokens.tokens().size() : tokens.chunk_begin(chunks());
  }
};

}  // namespace w2v
