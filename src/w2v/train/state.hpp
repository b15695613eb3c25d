#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "w2v/model/model.hpp"
#include "w2v/objectives/adam_moments.hpp"
#include "w2v/objectives/tally.hpp"
#include "w2v/settings/config.hpp"
#include "w2v/train/best_matrices.hpp"

namespace w2v {

/// How far a training has come, between two chunks of the text: all before it is trained, nothing behind it.
struct Position {
  int epoch = 0;  ///< from 0; the number of epochs when all is trained
  /// The next one of the epoch; behind the last one while only the held-out text is not yet measured.
  std::uint64_t chunk = 0;
  TrainingTally in_epoch;                                          ///< of the epoch so far
  std::uint64_t pairs = 0;                                         ///< of the epochs before it
  double seconds = 0;                                              ///< of training so far, wall clock
  double epoch_seconds = 0;                                        ///< of the epoch so far
  double best_held_out = std::numeric_limits<double>::infinity();  ///< lowest held-out loss of an epoch
  std::uint64_t epochs_since_best = 0;
};

/// All that changes while a training runs. What is drawn for a chunk depends on seed, epoch and chunk alone,
/// and the rate on the place in the text alone, so with settings and text this is enough to go on from.
struct TrainingState {
  Model model;
  std::vector<std::uint8_t> frozen;  ///< 1 for an input row that does not move; empty: all move
  Position position;
  AdamMoments<float> adam;
  BestMatrices best;  ///< with --patience, until the training is done; filled once Position::best_held_out is finite
};

/// Whether a training has come to its end: by its epochs, or because the held-out loss has not fallen for --patience of
/// them.
bool is_done(const Position& at, const TrainConfig& config);

/// The bags of the words that these settings train; empty without --subwords.
WordBags word_bags(const Vocabulary& vocabulary, const TrainConfig& config);

/// The rows of a model of so many words, whose bags need so many rows of n-grams.
ModelRows model_rows(std::uint64_t words, std::uint64_t ngrams, const TrainConfig& config);

/// Throws Error for a vocabulary of fewer than two words.
void require_two_words(const Vocabulary& vocabulary);

/// The state before training. Throws Error for a vocabulary of fewer than two words and for memory that cannot be had.
TrainingState start_training(Vocabulary vocabulary, const TrainConfig& config);

/// The state before training goes on with another text. Words of the earlier state keep their rows, and those that are
/// frozen in it stay frozen. Other words get new rows. Throws as start_training(); Error where the vocabulary lacks a
/// word of the earlier state; UsageError where dim is another, and under hierarchical softmax, whose output rows belong
/// to the nodes of a tree. n-grams of the earlier state keep their rows, too; its n-grams must be of the same lengths
/// and buckets.
TrainingState continue_training(const TrainingState& earlier, Vocabulary vocabulary, const TrainConfig& config);

}  // namespace w2v
