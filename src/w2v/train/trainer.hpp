#pragma once

#include <cstdint>

#include "w2v/base/observer.hpp"
#include "w2v/corpus/corpus.hpp"
#include "w2v/model/model.hpp"
#include "w2v/settings/config.hpp"
#include "w2v/train/hooks.hpp"
#include "w2v/train/state.hpp"

namespace w2v {

/// Trains from where the state is to the end of the last epoch. Every token of the text is trained on in
/// every epoch exactly once, at every number of threads and however often the training was stopped and went
/// on; with one thread the same text, settings and instruction set (simd::target_name) give the same bytes; under
/// the full softmax with any number of threads. With --patience the model ends with the matrices of the epoch with the
/// lowest held-out loss, else with those of the last epoch. Throws UsageError for settings that make no sense; Error
/// for a vocabulary of fewer than two words, for a text without a pair to train on, with --patience for a held-out text
/// without a pair, for a run that diverges, and for memory that cannot be had; Interrupted, after a last save, when the
/// observer asks to stop.
void train(TrainingState& state, const TokenStream& tokens, const TrainConfig& config, Observer& observer,
           const TrainHooks& hooks = {});

/// Tokens of the text that are trained on in an epoch: all but those held out. Throws as above.
std::uint64_t trained_tokens(const TokenStream& tokens, const TrainConfig& config);

/// Memory that --patience takes for the matrices of the best epoch, in bytes; 0 without it.
std::uint64_t best_bytes(const ModelRows& rows, const TrainConfig& config);

/// Memory that the matrices take, in bytes, and all else that is as large: the best epoch's matrices, the threads'
/// copies, and under the full softmax Adam's means and the scores of a minibatch.
std::uint64_t training_bytes(const ModelRows& rows, const TrainConfig& config);

/// Trains a model on a corpus from its start. The vocabulary moves from the corpus into the model. Throws as
/// above.
Model train(Corpus& corpus, const TrainConfig& config, Observer& observer, const TrainHooks& hooks = {});

}  // namespace w2v
