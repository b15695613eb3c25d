#include "w2v/train/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>
#include <numeric>
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
template <Architecture architecture, class Targets>
class Run {
 public:
  /// `scores`: of a pair, in the mean.
  Run(const SharedState<float>& shared, const Targets& targets, double scores, Observer& observer)
      : shared_(shared),
        targets_(targets),
        untrained_loss_(scores * std::log(2.0)),
        observer_(observer),
        stream_size_(shared.tokens.tokens().size()) {}

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
    TrainingWorker<architecture, Targets, float> trainer(shared_, targets_);
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

  /// An untrained model loses log 2 on each of a pair's scores. One that loses three times as much over a whole
  /// chunk has run away; one whose values are not numbers any more loses NaN.
  void require_converging(const TrainingTally& tally, double progress) const {
    if (tally.pairs == 0 || mean_loss(tally) < 3 * untrained_loss_) return;
    throw diverged(progress, fmt::format("mean loss {:.4g}, where an untrained model has {:.4g}", mean_loss(tally), untrained_loss_));
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
  Targets targets_;
  double untrained_loss_;
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

/// The words by falling count, those of equal count by their first appearance in the text.
std::vector<std::uint32_t> order_of_appearance(const Vocabulary& vocabulary, const TokenStream& tokens) {
  std::vector<std::uint64_t> first(vocabulary.size(), std::numeric_limits<std::uint64_t>::max());
  const std::span<const TokenId> ids = tokens.tokens();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::uint64_t& place = first[ids[i] & word_bits];
    place = std::min<std::uint64_t>(place, i);
  }
  std::vector<std::uint32_t> order(vocabulary.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    const std::uint64_t count_a = vocabulary.counts()[a];
    const std::uint64_t count_b = vocabulary.counts()[b];
    return count_a != count_b ? count_a > count_b : first[a] < first[b];
  });
  return order;
}

template <Architecture architecture>
void run(const SharedState<float>& shared, const Vocabulary& vocabulary, int threads, Observer& observer,
         const std::function<void(const EpochResult&)>& after_epoch) {
  const TrainConfig& config = shared.config;
  if (config.objective == Objective::hierarchical_softmax) {
    const HuffmanTree tree(vocabulary.counts(), order_of_appearance(vocabulary, shared.tokens));
    double turns = 0;
    for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
      turns += static_cast<double>(vocabulary.counts()[word]) * static_cast<double>(tree.path(word).size());
    }
    Run<architecture, PathTargets>(shared, PathTargets(tree), turns / static_cast<double>(vocabulary.total()), observer)
        .all_epochs(threads, after_epoch);
  } else {
    const AliasTable noise = noise_distribution(vocabulary, config.noise_power);
    const NoiseTargets targets(noise, static_cast<std::size_t>(config.negatives), architecture == Architecture::skipgram);
    Run<architecture, NoiseTargets>(shared, targets, 1 + config.negatives, observer).all_epochs(threads, after_epoch);
  }
}

}  // namespace

Model train(Corpus& corpus, const TrainConfig& config, Observer& observer, const AfterEpoch& after_epoch) {
  config.validate();
  const int threads = config.threads > 0 ? config.threads : usable_cores();
  const Subsampler subsampler(corpus.vocabulary, config.subsample, config.subsample_formula);
  if (corpus.vocabulary.size() < 2) {
    throw Error(fmt::format("the vocabulary has one word, '{}': expected two or more to tell apart",
                            corpus.vocabulary.words()[0]));
  }
  Model model = make_model(std::move(corpus.vocabulary), config.dim, config.seed, threads);
  const SharedState<float> shared{config, corpus.tokens, subsampler, {config.start_rate(), config.end_rate()},
                                  model.input, model.output};
  const auto tell = [&](const EpochResult& result) {
    if (after_epoch) after_epoch(result, model);
  };
  if (config.architecture == Architecture::skipgram) {
    run<Architecture::skipgram>(shared, model.vocabulary, threads, observer, tell);
  } else {
    run<Architecture::cbow>(shared, model.vocabulary, threads, observer, tell);
  }
  return model;
}

}  // namespace w2v
