#pragma once

#include <algorithm>

namespace w2v {

/// Learning rate over the whole run: linear from `start` to `end` in global progress, a pure function of the place in
/// the text, so it depends neither on the number of threads nor on their order.
struct Schedule {
  double start;
  double end;

  /// progress: share of all tokens of all epochs that lie before this place, clamped to [0, 1].
  [[nodiscard]] float rate(double progress) const {
    return static_cast<float>(start + (end - start) * std::clamp(progress, 0.0, 1.0));
  }
};

}  // namespace w2v
