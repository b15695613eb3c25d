#include "w2v/train/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/sampling/noise.hpp"
#include "w2v/train/softmax_worker.hpp"
#include "w2v/train/worker.hpp"

namespace w2v {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Clock::duration seconds(double number) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(number));
}

/// Runs the epochs: hands out chunks, gathers what they came to, reports, and watches for divergence.
/// `MakeWorker`: makes what trains the chunks that one thread takes.
template <class MakeWorker>
class Run {
 public:
  /// `untrained_loss`: of a pair, in the mean, before any training.
  Run(const SharedState<float>& shared, MakeWorker make_worker, double untrained_loss, TrainingState& state,
      Observer& observer, const TrainHooks& hooks)
      : shared_(shared),
        make_worker_(std::move(make_worker)),
        untrained_loss_(untrained_loss),
        observer_(observer),
        hooks_(hooks),
        stream_size_(shared.tokens.tokens().size()),
        state_(state),
        at_(state.position),
        seconds_before_(at_.seconds) {}

  void to_the_end(int threads) {
    if (at_.epoch == shared_.config.epochs) return;  // a state that was trained to its end
    epoch_start_ = start_ - seconds(at_.epoch_seconds);
    while (at_.epoch < shared_.config.epochs) {
      pause_ = false;
      next_chunk_ = at_.chunk;
      parallel(threads, [this](const Worker& worker) { work(worker); });
      at_.chunk = std::min<std::uint64_t>(next_chunk_, shared_.tokens.chunks());
      if (at_.chunk == shared_.tokens.chunks()) end_epoch();
      if (stop_ || (pause_ && at_.epoch < shared_.config.epochs)) save();
      if (stop_) throw Interrupted();
    }
    require_finite(shared_.input);
    require_pairs();
    save();
  }

 private:
  /// Takes chunks and trains them until there are none, or until it is time to pause.
  void work(const Worker& worker) {
    auto trainer = make_worker_();
    while (!worker.failed && !pause_) {
      if (observer_.stop_requested()) {
        stop_ = pause_ = true;
        return;
      }
      const std::size_t chunk = next_chunk_++;
      if (chunk >= shared_.tokens.chunks()) return;
      const TrainingTally tally = trainer.train_chunk(static_cast<std::uint64_t>(at_.epoch), chunk);
      const double progress =
          static_cast<double>(static_cast<std::uint64_t>(at_.epoch) * stream_size_ + shared_.tokens.chunk_begin(chunk)) /
          static_cast<double>(total_tokens());
      require_converging(tally, progress);
      gather(tally, progress);
      if (hooks_.save && seconds_since(saved_) >= hooks_.save_every) pause_ = true;
    }
  }

  void end_epoch() {
    const TrainingTally& tally = at_.in_epoch;
    const int epochs = shared_.config.epochs;
    const EpochResult result{at_.epoch + 1, epochs, tally.tokens, tally.kept, tally.pairs, tally.mean_loss(),
                             seconds_since(epoch_start_), seconds_in_all(), shared_.schedule.rate((at_.epoch + 1.0) / epochs)};
    ++at_.epoch;
    at_.chunk = 0;
    at_.pairs += std::exchange(at_.in_epoch, {}).pairs;
    observer_.epoch_done(result);
    try {
      if (hooks_.after_epoch) hooks_.after_epoch(result, state_.model);
    } catch (const Interrupted&) {
      stop_ = pause_ = true;
    }
    epoch_start_ = Clock::now();
  }

  void save() {
    if (!hooks_.save) return;
    require_finite(shared_.input);
    require_finite(shared_.output);
    at_.seconds = seconds_in_all();
    at_.epoch_seconds = seconds_since(epoch_start_);
    hooks_.save(state_);
    saved_ = Clock::now();
  }

  void require_pairs() const {
    if (at_.pairs > 0) return;
    throw Error("nothing to train on: no sentence has two words after pruning and subsampling: expected longer sentences, "
                "a lower --min-count, or --subsample 0");
  }

  /// A model that loses three times as much as an untrained one over a whole
  /// chunk has run away; one whose values are not numbers any more loses NaN.
  void require_converging(const TrainingTally& tally, double progress) const {
    if (tally.pairs == 0 || tally.mean_loss() < 3 * untrained_loss_) return;
    throw diverged(progress, fmt::format("mean loss {:.4g}, where an untrained model has {:.4g}", tally.mean_loss(), untrained_loss_));
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
                             std::min(at_.epoch + 1, shared_.config.epochs), shared_.schedule.rate(progress),
                             sign,
                             shared_.config.threads > 1 && shared_.config.objective != Objective::softmax
                                 ? ", or --threads if the vocabulary is small"
                                 : ""));
  }

  void gather(const TrainingTally& tally, double progress) {
    const std::lock_guard lock(mutex_);
    at_.in_epoch += tally;
    since_report_ += tally;
    if (seconds_since(reported_) < observer_.interval()) return;
    reported_ = Clock::now();
    observer_.training({at_.epoch + 1, shared_.config.epochs,
                        static_cast<std::uint64_t>(at_.epoch) * stream_size_ + at_.in_epoch.tokens, total_tokens(),
                        since_report_.pairs, seconds_in_all(), since_report_.mean_loss(), shared_.schedule.rate(progress)});
    since_report_ = TrainingTally();
  }

  [[nodiscard]] std::uint64_t total_tokens() const { return stream_size_ * static_cast<std::uint64_t>(shared_.config.epochs); }
  [[nodiscard]] double seconds_in_all() const { return seconds_before_ + seconds_since(start_); }

  const SharedState<float>& shared_;
  MakeWorker make_worker_;
  double untrained_loss_;
  Observer& observer_;
  const TrainHooks& hooks_;
  std::uint64_t stream_size_;
  TrainingState& state_;
  Position& at_;
  double seconds_before_;  // of training, in earlier runs
  std::atomic<std::size_t> next_chunk_{0};
  std::atomic<bool> pause_{false};  // workers end their chunks and take no more
  std::atomic<bool> stop_{false};

  Clock::time_point start_ = Clock::now();
  Clock::time_point epoch_start_ = start_;
  Clock::time_point saved_ = start_;

  std::mutex mutex_;  // guards what follows, and at_.in_epoch, while workers run
  TrainingTally since_report_;
  Clock::time_point reported_ = start_;
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

int threads_of(const TrainConfig& config) {
  return config.threads > 0 ? config.threads : usable_cores();
}

template <Architecture architecture>
void run(const SharedState<float>& shared, TrainingState& state, Observer& observer,
         const TrainHooks& hooks) {
  const TrainConfig& config = shared.config;
  const Vocabulary& vocabulary = state.model.vocabulary;
  const int threads = threads_of(config);
  const auto train_with = [&](auto make_worker, double untrained_loss, int workers) {
    Run(shared, make_worker, untrained_loss, state, observer, hooks).to_the_end(workers);
  };
  if (config.objective == Objective::softmax) {
    AdamState<float>* adam = config.optimizer == Optimizer::adam ? &state.adam : nullptr;
    const auto make_worker = [&] { return SoftmaxWorker<architecture>(shared, adam, threads); };
    train_with(make_worker, std::log(static_cast<double>(vocabulary.size())),
               1);  // its threads work on one batch
  } else if (config.objective == Objective::hierarchical_softmax) {
    const HuffmanTree tree(vocabulary.counts(), order_of_appearance(vocabulary, shared.tokens));
    double turns = 0;
    for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
      turns += static_cast<double>(vocabulary.counts()[word]) * static_cast<double>(tree.path(word).size());
    }
    const auto make_worker = [&] {
      return TrainingWorker<architecture, PathTargets, float>(shared, PathTargets(tree));
    };
    train_with(make_worker, turns / static_cast<double>(vocabulary.total()) * std::log(2.0), threads);
  } else {
    const AliasTable noise = noise_distribution(vocabulary, config.noise_power);
    const NoiseTargets targets(noise, static_cast<std::size_t>(config.negatives), architecture == Architecture::skipgram);
    const auto make_worker = [&] {
      return TrainingWorker<architecture, NoiseTargets, float>(shared, targets);
    };
    train_with(make_worker, (1 + config.negatives) * std::log(2.0), threads);
  }
}

}  // namespace

TrainingState start_training(Vocabulary vocabulary, const TrainConfig& config) {
  config.validate();
  if (vocabulary.size() < 2) {
    throw Error(fmt::format("the vocabulary has one word, '{}': expected two or more to tell apart",
                            printable(vocabulary.words()[0])));
  }
  const std::size_t words = vocabulary.size();
  TrainingState state;
  state.model = make_model(std::move(vocabulary), config.dim, config.seed, threads_of(config));
  if (config.optimizer == Optimizer::adam) state.adam = {{words, config.dim}, {words, config.dim}};
  return state;
}

std::uint64_t training_bytes(std::size_t words, const TrainConfig& config) {
  const std::uint64_t matrices = model_bytes(words, config.dim);
  if (config.objective != Objective::softmax) return matrices;
  const std::uint64_t moments = config.optimizer == Optimizer::adam ? 2 * matrices : 0;
  return matrices + moments +
         SoftmaxStep<float>::bytes(words, config.dim, static_cast<std::size_t>(config.batch),
                                   threads_of(config));
}

void train(TrainingState& state, const TokenStream& tokens, const TrainConfig& config, Observer& observer,
           const TrainHooks& hooks) {
  config.validate();
  const Subsampler subsampler(state.model.vocabulary, config.subsample, config.subsample_formula);
  const SharedState<float> shared{config, tokens, subsampler, {config.start_rate(), config.end_rate()},
                                  state.model.input, state.model.output, state.frozen};
  if (config.architecture == Architecture::skipgram) {
    run<Architecture::skipgram>(shared, state, observer, hooks);
  } else {
    run<Architecture::cbow>(shared, state, observer, hooks);
  }
}

Model train(Corpus& corpus, const TrainConfig& config, Observer& observer, const TrainHooks& hooks) {
  TrainingState state = start_training(std::move(corpus.vocabulary), config);
  train(state, corpus.tokens, config, observer, hooks);
  return std::move(state.model);
}

}  // namespace w2v
