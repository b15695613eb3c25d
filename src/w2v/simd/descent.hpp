#pragma once

#include <cstddef>

namespace w2v::simd {

/// values -= rate * gradient. `count`: a whole number of 64-byte lines, and so in what follows; all pointers
/// begin at one.
template <class Real>
void descend(Real* values, const Real* gradient, std::size_t count, Real rate);

/// The numbers of one step of Adam: Kingma and Ba 2015, algorithm 1.
struct AdamStep {
  static constexpr double mean_decay = 0.9;      ///< beta 1
  static constexpr double square_decay = 0.999;  ///< beta 2
  static constexpr double epsilon = 1e-8;

  /// `step`: from 1.
  AdamStep(double learning_rate, unsigned long step);

  double rate;          ///< alpha / (1 - beta1^t)
  double square_scale;  ///< 1 / (1 - beta2^t)
};

/// Moves `values` and the running means of their gradients and of the gradients' squares. Gradients and means
/// too small to move anything beside epsilon (1e-16, 1e-20; squares 1e-35) count as 0, for smaller numbers
/// leave the processor's fast path.
template <class Real>
void adam(Real* values, Real* means, Real* squares, const Real* gradient, std::size_t count, const AdamStep& step);

}  // namespace w2v::simd
