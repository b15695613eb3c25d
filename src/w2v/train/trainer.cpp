#include "w2v/train/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/sampling/noise.hpp"
#include "w2v/train/worker.hpp"

namespace w2v {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double mean_loss(const TrainingTally& tally) {
  return tally.pairs > 0 ? tally.loss / static_cast<double>(tally.pairs) : std::numeric_limits<double>::quiet_NaN();
}

/// Runs the epochs: hands out chunks, gathers what they came to, reports, and watches for divergence.
template <Architecture architecture>
class Run {
 public:
  Run(const SharedState<float>& shared, Observer& observer)
      : shared_(shared), observer_(observer), stream_size_(shared.tokens.tokens().size()) {}

  void all_epochs(int threads, const std::function<void(const EpochResult&)>& after_epoch) {
    for (epoch_ = 0; epoch_ < shared_.config.epochs; ++epoch_) {
      const Clock::time_point epoch_start = Clock::now();
      in_epoch_ = TrainingTally();
      next_chunk_ = 0;
      parallel(threads, [this](const Worker& worker) { work(worker); });
      const EpochResult result{epoch_ + 1, shared_.config.epochs, in_epoch_.tokens, in_epoch_.kept, in_epoch_.pairs,
                               mean_loss(in_epoch_), seconds_since(epoch_start)};
      observer_.epoch_done(result);
      after_epoch(result);
      pairs_ += in_epoch_.pairs;
    }
    require_finite(shared_.input);
    if (pairs_ == 0) {
      throw Error("nothing to train on: no sentence has two words after pruning and subsampling: expected longer sentences, "
                  "a lower --min-count, or --subsample 0");
    }
  }

 private:
  void work(const Worker& worker) {
    TrainingWorker<architecture, float> trainer(shared_);
    for (std::size_t chunk = next_chunk_++; chunk < shared_.tokens.chunks(); chunk = next_chunk_++) {
      if (worker.failed) return;
      if (observer_.stop_requested()) throw Interrupted();
      const TrainingTally tally = trainer.train_chunk(static_cast<std::uint64_t>(epoch_), chunk);
      const double progress =
          static_cast<double>(static_cast<std::uint64_t>(epoch_) * stream_size_ + shared_.tokens.chunk_begin(chunk)) /
          (static_cast<double>(stream_size_) * shared_.config.epochs);
      require_converging(tally, progress);
      gather(tally, progress);
    }
  }

  /// An untrained model loses log 2 on each of a pair's 1 + k scores. One that loses three times as much over a whole
  /// chunk has run away; one whose values are not numbers any more loses NaN.
  void require_converging(const TrainingTally& tally, double progress) const {
    const double untrained = (1 + shared_.config.negatives) * std::log(2.0);
    if (tally.pairs == 0 || mean_loss(tally) < 3 * untrained) return;
    throw diverged(progress, fmt::format("mean loss {:.4g}, where an untrained model has {:.4g}", mean_loss(tally), untrained));
  }

  /// What the losses cannot show: a value that overflowed in the last step of its row.
  void require_finite(const Matrix<float>& matrix) const {
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
      float sum = 0;  // of what is not finite nothing finite comes
      for (std::size_t k = 0; k < matrix.dim(); ++k) sum += matrix.row(i)[k] * 0.0F;
      if (sum != 0) throw diverged(1, "vectors are not finite any more");
    }
  }

  [[nodiscard]] Error diverged(double progress, const std::string& sign) const {
    return Error(fmt::format("the training diverged in epoch {} at learning rate {:.4g}: {}: lower --lr{}",
                             std::min(epoch_ + 1, shared_.config.epochs), shared_.schedule.rate(progress), sign,
                             shared_.config.threads > 1 ? ", or --threads if the vocabulary is small" : ""));
  }

  void gather(const TrainingTally& tally, double progress) {
    const std::lock_guard lock(mutex_);
    in_epoch_ += tally;
    since_report_ += tally;
    done_ += tally.tokens;
    if (seconds_since(reported_) < observer_.interval()) return;
    reported_ = Clock::now();
    observer_.training({epoch_ + 1, shared_.config.epochs, done_,
                        stream_size_ * static_cast<std::uint64_t>(shared_.config.epochs), seconds_since(start_),
                        mean_loss(since_report_), shared_.schedule.rate(progress)});
    since_report_ = TrainingTally();
  }

  const SharedState<float>& shared_;
  Observer& observer_;
  std::uint64_t stream_size_;
  int epoch_ = 0;
  std::uint64_t pairs_ = 0;
  std::atomic<std::size_t> next_chunk_{0};

  std::mutex mutex_;  // guards what follows
  TrainingTally in_epoch_;
  TrainingTally since_report_;
  std::uint64_t done_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point reported_ = Clock::now();
};

}  // namespace

Model train(Corpus& corpus, const TrainConfig& config, Observer& observer, const AfterEpoch& after_epoch) {
  config.validate();
  const int threads = config.threads > 0 ? config.threads : usable_cores();
  const Subsampler subsampler(corpus.vocabulary, config.subsample, config.subsample_formula);
  const AliasTable noise = noise_distribution(corpus.vocabulary, config.noise_power);
  if (corpus.vocabulary.size() < 2) {
    throw Error(fmt::format("the vocabulary has one word, '{}': expected two or more to tell apart",
                            corpus.vocabulary.words()[0]));
  }
  Model model = make_model(std::move(corpus.vocabulary), config.dim, config.seed, threads);
  const SharedState<float> shared{config, corpus.tokens, subsampler, noise,
                                  {config.start_rate(), config.end_rate()}, model.input, model.output};
  const auto tell = [&](const EpochResult& result) {
    if (after_epoch) after_epoch(result, model);
  };
  if (config.architecture == Architecture::skipgram) {
    Run<Architecture::skipgram>(shared, observer).all_epochs(threads, tell);
  } else {
    Run<Architecture::cbow>(shared, observer).all_epochs(threads, tell);
  }
  return model;
}

}  // namespace w2v
