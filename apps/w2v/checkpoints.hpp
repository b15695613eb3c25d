#pragma once

#include <string>

#include "w2v/train/checkpoint.hpp"

/// Saves the state of a training to one file, again and again, and says so. What cannot be saved is a
/// warning: the training goes on, and the checkpoint before stays.
class Checkpoints {
 public:
  Checkpoints(std::string path, w2v::TrainingFacts facts)
      : path_(std::move(path)), facts_(std::move(facts)) {}

  void operator()(const w2v::TrainingState& state) const;

 private:
  std::string path_;
  w2v::TrainingFacts facts_;
};
