#pragma once

#include <string>

#include "w2v/base/error.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/objectives/schedule.hpp"
#include "w2v/objectives/tally.hpp"
#include "w2v/settings/config.hpp"

namespace w2v {

/// Notices that a training has run away, and says what to change.
class DivergenceGuard {
 public:
  /// `untrained_loss`: of a pair, in the mean, before any training. Settings are kept by reference.
  DivergenceGuard(const TrainConfig& config, Schedule schedule, double untrained_loss)
      : config_(config), schedule_(schedule), untrained_loss_(untrained_loss) {}

  /// Throws Error if what a chunk came to shows divergence: its mean loss is three times that of an untrained model, or
  /// not a number. A chunk of few pairs may have a few odd ones. `progress`: share of the training that lies before the
  /// chunk; `epoch`: from 0.
  void require_converging(const TrainingTally& tally, int epoch, double progress) const;

  /// Throws Error for a value that is not finite. The losses do not show one that overflowed in the last step of its
  /// row.
  void require_finite(const Matrix<float>& matrix, int epoch) const;

 private:
  [[nodiscard]] Error diverged(int epoch, double progress, const std::string& sign) const;

  const TrainConfig& config_;
  Schedule schedule_;
  double untrained_loss_;
};

}  // namespace w2v
