#pragma once

#include <functional>

#include "w2v/base/observer.hpp"
#include "w2v/model/model.hpp"
#include "w2v/train/state.hpp"

namespace w2v {

/// What a caller does in between, on the thread that called train(), while nobody writes to the model.
struct TrainHooks {
  /// An epoch has ended.
  std::function<void(const EpochResult&, const Model&)> after_epoch = {};

  /// The time to save the state has come: `save_every` seconds after the last time, when the observer asks to
  /// stop, and when all is trained. Its values are finite.
  std::function<void(const TrainingState&)> save = {};
  double save_every = 600;
};

}  // namespace w2v
