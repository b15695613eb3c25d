#pragma once

#include <cstdint>
#include <optional>

#include "w2v/corpus/subsampler.hpp"
#include "w2v/subwords/ngrams.hpp"

namespace w2v {

enum class Architecture { skipgram, cbow };

enum class Objective {
  negative_sampling,     ///< Mikolov et al. 2013b, eq. 4
  hierarchical_softmax,  ///< Morin and Bengio 2005, over a Huffman tree of the counts
  softmax,               ///< exact, over the whole vocabulary, in minibatches: for small vocabularies and for proofs
};

/// How the gradient of a minibatch moves the matrices.
enum class Optimizer {
  sgd,   ///< against the sum of the gradients of its pairs, times the rate: what a pair does, the others of
         ///< its batch unseen
  adam,  ///< Kingma and Ba 2015, on the gradient of its mean loss; every row in every step, mentioned or not
};

/// How CBOW's gradient reaches the context rows whose mean was the input.
enum class CbowUpdate {
  mean,  ///< times w / n, with w the contexts of a whole window, 2 * window, or of the sentence where it is shorter:
         ///< the derivative of the mean (Irsoy, Benton, Stratos 2021), with a rate for the input matrix that is w times
         ///< larger, so that one learning rate serves both and a whole window moves alike
  word2vec,  ///< undivided, whatever their number n: the C tool
};

/// Every setting of a training run, with its default.
struct TrainConfig {
  static constexpr int most_max_sentence = 10'000;  // a chunk: longer ones are cut at its end
  static constexpr int most_noise_pool = 1 << 24;

  Architecture architecture = Architecture::skipgram;
  Objective objective = Objective::negative_sampling;
  std::uint64_t dim = 100;    ///< values of a vector
  int window = 5;             ///< furthest context word, in kept tokens, on each side
  bool fixed_window = false;  ///< false: each centre's window is uniform in 1 .. window
  int negatives = 5;          ///< noise words a centre
  int epochs = 5;
  double subsample = 1e-4;  ///< threshold t; 0: keep every token
  SubsampleFormula subsample_formula = SubsampleFormula::word2vec;
  bool subsample_once = false;  ///< the same tokens stay in every epoch
  double noise_power = 0.75;
  std::optional<int> noise_pool;  ///< words that the noise words of a chunk come from, rounded up to a power of two; 0:
                                  ///< each is drawn afresh; by window, negatives and architecture where not set
  CbowUpdate cbow_update = CbowUpdate::word2vec;
  NgramLengths subwords;                 ///< character n-grams whose rows make up the vector of a word, beside its own
  int buckets = 2'000'000;               ///< n-grams are told apart by their hash modulo this number
  Optimizer optimizer = Optimizer::sgd;  ///< adam: softmax only
  int batch = 128;                       ///< centre words of a minibatch: softmax only
  std::optional<double> learning_rate;   ///< at the start; by optimizer and architecture where not set
  std::optional<double> min_learning_rate;  ///< at the end; 1e-4 of the start where not set
  int max_sentence = 1000;                  ///< longer sentences are cut after so many kept tokens, losing none
  double held_out = 0;         ///< share of the text, at its end, whose loss is measured and that is not trained on
  int patience = 0;            ///< end after so many epochs without a lower held-out loss; 0: never
  bool deterministic = false;  ///< the same bytes for the same seed and number of threads, of which four train at most
  int threads = 0;             ///< 0: usable_cores()
  std::uint64_t seed = 1;

  /// The rates that hold, set or not.
  [[nodiscard]] double start_rate() const {
    if (optimizer == Optimizer::adam) return learning_rate.value_or(0.001);
    return learning_rate.value_or(architecture == Architecture::skipgram && !subwords.any() ? 0.025 : 0.05);
  }
  [[nodiscard]] double end_rate() const { return min_learning_rate.value_or(1e-4 * start_rate()); }

  /// Words of the noise pool: a power of two, or 0.
  [[nodiscard]] int noise_pool_size() const;
  /// The same where `noise_pool` is not set.
  [[nodiscard]] int automatic_noise_pool() const;

  /// Throws UsageError that names every setting that makes no sense.
  void validate() const;
};

}  // namespace w2v
