#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "w2v/train/checkpoint.hpp"

namespace app {

/// Saves the state of a training to one file, again and again, and says so. What cannot be saved is a
/// warning: the training goes on, and the checkpoint before stays.
class Checkpoints {
 public:
  /// `an_epoch`: tokens that are trained on in an epoch.
  Checkpoints(std::string path, w2v::TrainingFacts facts, std::uint64_t an_epoch)
      : path_(std::move(path)), facts_(std::move(facts)), an_epoch_(an_epoch) {}

  void operator()(const w2v::TrainingState& state);

  [[nodiscard]] bool are_saved() const { return fault_.empty(); }
  /// At the end: throws w2v::Error if the last state could not be saved.
  void require_saved() const;

 private:
  void take_fault(std::string fault);

  std::string path_;
  w2v::TrainingFacts facts_;
  std::uint64_t an_epoch_;
  std::string fault_;  // why the last state is not saved, or empty
};

}  // namespace app
