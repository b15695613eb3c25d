#pragma once

#include <optional>

#include "training/train_options.hpp"
#include "w2v/train/checkpoint.hpp"

namespace app {

/// What a training begins with, of those that have been before; nothing for one that begins anew.
struct EarlierTraining {
  std::optional<w2v::Checkpoint> resumed;    ///< it goes on from here, on the same text
  std::optional<w2v::Checkpoint> continued;  ///< its words and vectors come in, with another text
};

/// Loads the checkpoints that --resume and --continue name. Settings that are not given become theirs. Throws
/// w2v::UsageError for options that contradict one another or the checkpoint.
EarlierTraining resolve(TrainOptions& options);

}  // namespace app
