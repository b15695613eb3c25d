#pragma once

#include <cstdint>
#include <limits>

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

  /// Per pair; NaN without one.
  [[nodiscard]] double mean_loss() const {
    return pairs > 0 ? loss / static_cast<double>(pairs) : std::numeric_limits<double>::quiet_NaN();
  }
};

}  // namespace w2v
