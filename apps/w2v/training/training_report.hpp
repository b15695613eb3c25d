#pragma once

#include <string>

#include "w2v/corpus/corpus.hpp"
#include "w2v/settings/config.hpp"
#include "w2v/train/checkpoint.hpp"

namespace app {

/// What is said before a training begins.

/// Sentences, tokens that will be trained, and memory. Returns the rows of the matrices that will be trained.
w2v::ModelRows report_size(const w2v::Corpus& corpus, const w2v::TrainConfig& config);

/// Warns of matrices that the free memory cannot hold.
void warn_of_memory(const w2v::ModelRows& rows, const w2v::TrainConfig& config);

/// Warns of a corpus that is small for its vocabulary or for the dim, by itself or because subsampling drops most of
/// it, and of threads that get into each other's way.
void warn_of_size(const w2v::Corpus& corpus, const w2v::TrainConfig& config);

void report_settings(const w2v::TrainConfig& config);

/// What a training on a further text begins with.
void report_continued(const std::string& path, const w2v::Checkpoint& earlier, const w2v::Corpus& corpus,
                      const w2v::TrainConfig& config);

/// Which words of a training that goes on are frozen, if any are.
void report_frozen(const w2v::TrainingState& state);

/// From where a training goes on, and whether its bytes can be those of one that was not stopped. `an_epoch`: tokens
/// that are trained on in an epoch.
void report_resumed(const std::string& path, const w2v::Checkpoint& checkpoint, const w2v::TrainConfig& config,
                    std::uint64_t an_epoch);

}  // namespace app
