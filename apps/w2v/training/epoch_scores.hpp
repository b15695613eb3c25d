#pragma once

#include <string>
#include <vector>

#include "w2v/base/observer.hpp"
#include "w2v/eval/eval_set.hpp"
#include "w2v/model/model.hpp"

namespace app {

/// Scores a model after each epoch of its training, and says how it did: a message for each set.
class EpochScores {
 public:
  /// Reads the sets. Throws w2v::Error.
  EpochScores(const std::vector<std::string>& paths, int threads);

  void operator()(const w2v::EpochResult& epoch, const w2v::Model& model);

  /// The time that took so far, wall clock.
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  std::vector<w2v::EvalSet> sets_;
  int threads_;
  double seconds_ = 0;
};

}  // namespace app
