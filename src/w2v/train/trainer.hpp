#pragma once

#include <functional>

#include "w2v/base/observer.hpp"
#include "w2v/corpus/corpus.hpp"
#include "w2v/model/model.hpp"
#include "w2v/train/config.hpp"

namespace w2v {

/// Told when an epoch has ended, on the thread that called train(): nobody writes to the model meanwhile.
using AfterEpoch = std::function<void(const EpochResult&, const Model&)>;

/// Trains a model on a corpus. The vocabulary moves from the corpus into the model. Every token of the text is trained on
/// in every epoch, at every number of threads; with one thread the same text, settings and instruction set
/// (simd::target_name) give the same bytes.
/// Throws UsageError for settings that make no sense; Error for a text without a pair to train on, for a run that diverges,
/// and for memory that cannot be had; Interrupted when the observer asks to stop.
Model train(Corpus& corpus, const TrainConfig& config, Observer& observer, const AfterEpoch& after_epoch = {});

}  // namespace w2v
