#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "w2v/base/memory.hpp"

namespace w2v::simd {

constexpr std::size_t most_lanes = 64;  // of any vector, and a whole number of 64-byte lines

/// Rows of contexts are worked on in pairs, output rows in groups of six, and of four or two at the end, so odd numbers
/// are filled up with `idle` rows of zeros whose gradient is 0.
///
/// The scores of a pair and a group, 2 x 6 at most, and then their gradients, have a tile of 16 places: the first four
/// outputs of the first context, those of the second, the last two of the first, those of the second, and four that
/// stay idle. So a tile is one AVX-512 vector, and shorter vectors find their part of it.
template <class Real>
struct StepScratch {
  static constexpr std::size_t group = 6;
  static constexpr std::size_t tile = 16;
  static constexpr std::size_t used_of_tile = 12;

  std::size_t stride;
  bool distinct_outputs;  // none is named twice in a step
  std::size_t n;          // rows of this step, filled up
  std::size_t m;
  Real* const* contexts;                  // n rows to read and to write
  Real** outputs;                         // m rows
  std::span<const Real* const> upcoming;  // rows to prefetch
  Region memory;
  Real* idle_context;          // a row of zeros
  Real* idle_output;           // likewise
  Real* hidden;                // CBOW's h: one row
  Real* before;                // the context rows from before the step, where they are needed again
  Real* gradients;             // a tile for each pair of contexts and group of outputs
  Real* labels;                // for a pair of contexts: a sign for each place, 0 for an idle one
  Real* odd_labels;            // for the last pair of an odd number: its second context is idle
  const Real* last_labels;     // of this step's last pair: one or the other
  Real* loss;                  // LossSum's state
  std::vector<Real> labelled;  // the signs that the labels are laid out for

  [[nodiscard]] std::size_t groups() const { return (m + group - 1) / group; }

  /// Place of the gradient of context c and output j.
  [[nodiscard]] std::size_t place(std::size_t c, std::size_t j) const {
    return ((c / 2) * groups() + j / group) * tile + in_tile(c % 2, j % group);
  }
  static constexpr std::size_t in_tile(std::size_t r, std::size_t g) { return g < 4 ? 4 * r + g : 8 + 2 * r + (g - 4); }
};

}  // namespace w2v::simd
