#pragma once

#include <string>

#include "w2v/train/checkpoint.hpp"

/// Saves the state of a training to one file, again and again, and says so. What cannot be saved is a
/// warning: the training goes on, and the checkpoint before stays.
class Checkpoints {
 public:
  Checkpoints(std::string path, w2v::TrainingFacts facts)
      : path_(std::move(path)), facts_(std::move(facts)) {}

  void operator()(const w2v::TrainingState& state);

  [[nodiscard]] bool are_saved() const { return fault_.empty(); }
  /// At the end: throws w2v::Error if the last state could not be saved.
  void require_saved() const;

 private:
  std::string path_;
  w2v::TrainingFacts facts_;
  std::string fault_;  // why the last state is not saved, or empty
};
