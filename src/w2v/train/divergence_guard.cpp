#include "w2v/train/divergence_guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace w2v {

void DivergenceGuard::require_converging(const TrainingTally& tally, int epoch, double progress) const {
  constexpr std::uint64_t enough = 1000;
  if (tally.pairs == 0) return;
  const double loss = tally.mean_loss();
  if (std::isnan(loss)) throw diverged(epoch, progress, "the loss is not a number any more");
  if (tally.pairs < enough || loss < 3 * untrained_loss_) return;
  throw diverged(epoch, progress,
                 fmt::format("mean loss {:.4g}, where an untrained model has {:.4g}", loss, untrained_loss_));
}

void DivergenceGuard::require_finite(const Matrix<float>& matrix, int epoch) const {
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    float sum = 0;  // of what is not finite nothing finite comes
    for (std::size_t k = 0; k < matrix.dim(); ++k) sum += matrix.row(i)[k] * 0.0F;
    if (sum != 0) throw diverged(epoch, 1, "vectors are not finite any more");
  }
}

Error DivergenceGuard::diverged(int epoch, double progress, const std::string& sign) const {
  return Error(fmt::format("the training diverged in epoch {} at learning rate {:.4g}: {}: lower --lr{}",
                           std::min(epoch + 1, config_.epochs), schedule_.rate(progress), sign,
                           config_.threads > 1 && config_.objective != Objective::softmax
                               ? ", or --threads if the vocabulary is small"
                               : ""));
}

}  // namespace w2v
