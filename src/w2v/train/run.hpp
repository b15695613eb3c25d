#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/observer.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/train/replicas.hpp"
#include "w2v/train/shared_state.hpp"
#include "w2v/train/state.hpp"
#include "w2v/train/tally.hpp"
#include "w2v/train/trainer.hpp"

namespace w2v {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

inline Clock::duration seconds(double number) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(number));
}

/// Chunks that each thread trains between two merges of its replica, where they are to be deterministic. Measured: see
/// docs/PERFORMANCE.md.
inline constexpr std::size_t chunks_a_round = 4;

/// Replicas that may be brought together: what eight of them did to the same rows in a round was too much, and diverged.
inline constexpr std::size_t most_replicas = 4;

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
        stream_size_(shared.stream_size()),
        state_(state),
        at_(state.position),
        seconds_before_(at_.seconds) {}

  void to_the_end(int threads) {
    if (is_done()) return;  // a state that was trained to its end
    epoch_start_ = start_ - seconds(at_.epoch_seconds);
    std::optional<Replicas> replicas;
    if (shared_.config.deterministic && threads > 1) {
      threads = std::min(threads, static_cast<int>(most_replicas));
      replicas.emplace(shared_, static_cast<std::size_t>(threads));
    }
    while (!is_done()) {
      pause_ = false;
      if (replicas) {
        train_in_rounds(*replicas, threads);
      } else {
        train_freely(threads);
      }
      if (at_.chunk == shared_.chunks()) end_epoch(threads);
      if (is_done() && state_.best.reserved() && std::isfinite(at_.best_held_out)) state_.best.move_to(state_.model);
      if (stop_ || (pause_ && !is_done())) save();
      if (stop_) throw Interrupted();
    }
    require_finite(shared_.input);
    require_pairs();
    save();
  }

 private:
  using ChunkTrainer = std::invoke_result_t<MakeWorker, const SharedState<float>&>;

  [[nodiscard]] bool is_done() const { return w2v::is_done(at_, shared_.config); }

  /// Every worker takes the next chunk that nobody has, until there is none, or it is time to pause.
  void train_freely(int threads) {
    std::atomic<std::size_t> next{at_.chunk};
    parallel(threads, [&](const Worker& worker) {
      ChunkTrainer trainer = make_worker_(shared_);
      while (!worker.failed && !pause_) {
        if (must_stop()) return;
        const std::size_t chunk = next++;
        if (chunk >= shared_.chunks()) return;
        gather(train(trainer, chunk), progress_at(chunk));
        pause_if_due();
      }
    });
    at_.chunk = std::min<std::size_t>(next, shared_.chunks());
  }

  /// In each round every replica trains the chunks that are its own; then they are brought together.
  void train_in_rounds(Replicas& replicas, int threads) {
    const std::size_t round = replicas.size() * chunks_a_round;
    std::vector<std::unique_ptr<ChunkTrainer>> trainers;
    for (std::size_t i = 0; i < replicas.size(); ++i)
      trainers.emplace_back(new ChunkTrainer(make_worker_(replicas.shared(i))));
    while (at_.chunk < shared_.chunks() && !pause_) {
      if (must_stop()) return;
      const std::size_t begin = at_.chunk;
      const std::size_t end = std::min(begin + round, shared_.chunks());
      std::vector<TrainingTally> tallies(end - begin);
      std::atomic<std::size_t> next{0};
      parallel(threads, [&](const Worker& worker) {
        for (std::size_t i = next++; i < replicas.size() && !worker.failed; i = next++) {
          for (std::size_t chunk = begin + i; chunk < end; chunk += replicas.size())
            tallies[chunk - begin] = train(*trainers[i], chunk);
        }
      });
      replicas.merge(shared_.schedule.rate(progress_at(begin)), threads);
      for (std::size_t i = 0; i < tallies.size(); ++i) gather(tallies[i], progress_at(begin + i));
      at_.chunk = end;
      pause_if_due();
    }
  }

  TrainingTally train(ChunkTrainer& trainer, std::size_t chunk) const {
    const TrainingTally tally = trainer.train_chunk(static_cast<std::uint64_t>(at_.epoch), chunk);
    require_converging(tally, progress_at(chunk));
    return tally;
  }

  bool must_stop() {
    if (observer_.stop_requested()) stop_ = pause_ = true;
    return stop_;
  }

  void pause_if_due() {
    if (hooks_.save && seconds_since(saved_) >= hooks_.save_every) pause_ = true;
  }

  /// Share of all tokens of all epochs that lie before a chunk of this epoch.
  [[nodiscard]] double progress_at(std::size_t chunk) const {
    return static_cast<double>(static_cast<std::uint64_t>(at_.epoch) * stream_size_ + shared_.tokens.chunk_begin(chunk)) /
           static_cast<double>(total_tokens());
  }

  /// What the text that is held out comes to, with the same windows and noise words whenever it is asked for. Nothing moves at a
  /// rate of 0. Nothing is returned where a stop was asked for before the end.
  std::optional<TrainingTally> measure_held_out(int threads) {
    constexpr std::uint64_t no_epoch = std::numeric_limits<std::uint64_t>::max() - 2;
    SharedState<float> still = shared_;
    still.schedule = {0, 0};
    still.adam = nullptr;
    std::vector<TrainingTally> tallies(shared_.held_out);
    std::atomic<std::size_t> next{0};
    if (!tallies.empty()) {
      parallel(threads, [&](const Worker& worker) {
        ChunkTrainer trainer = make_worker_(still);
        for (std::size_t i = next++; i < tallies.size() && !worker.failed; i = next++) {
          if (must_stop()) return;
          tallies[i] = trainer.train_chunk(no_epoch, shared_.chunks() + i);
        }
      });
      if (stop_) return std::nullopt;
    }
    TrainingTally all;
    for (const TrainingTally& tally : tallies) all += tally;
    return all;
  }

  /// Measures and reports an epoch whose chunks are all trained. Where a stop is asked for while the held-out text is measured, the
  /// epoch stays open, and a resumed training measures it again.
  void end_epoch(int threads) {
    const std::optional<TrainingTally> held_out = measure_held_out(threads);
    if (!held_out) return;
    if (shared_.config.patience > 0 && held_out->pairs == 0) {
      throw Error("the text that is held out has no pair, so --patience has no loss to watch: expected a larger --held-out, a lower "
                  "--min-count, or --subsample 0");
    }
    const TrainingTally& tally = at_.in_epoch;
    const int epochs = shared_.config.epochs;
    const EpochResult result{.epoch = at_.epoch + 1,
                             .epochs = epochs,
                             .tokens = tally.tokens,
                             .kept = tally.kept,
                             .pairs = tally.pairs,
                             .loss = tally.mean_loss(),
                             .seconds = seconds_since(epoch_start_),
                             .seconds_in_all = seconds_in_all(),
                             .learning_rate = shared_.schedule.rate((at_.epoch + 1.0) / epochs),
                             .held_out_loss = held_out->mean_loss(),
                             .has_held_out = shared_.held_out > 0};
    ++at_.epochs_since_best;
    if (result.held_out_loss < at_.best_held_out) {
      at_.best_held_out = result.held_out_loss;
      at_.epochs_since_best = 0;
      if (state_.best.reserved()) state_.best.keep(state_.model);
    }
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

  /// A model that loses three times as much as an untrained one over a whole chunk has run away, if the chunk has enough pairs
  /// not to be a few odd ones; one whose values are not numbers any more loses NaN.
  void require_converging(const TrainingTally& tally, double progress) const {
    constexpr std::uint64_t enough = 1000;
    if (tally.pairs == 0) return;
    const double loss = tally.mean_loss();
    if (!std::isnan(loss) && (tally.pairs < enough || loss < 3 * untrained_loss_)) return;
    throw diverged(progress, std::isnan(loss) ? "the loss is not a number any more"
                                              : fmt::format("mean loss {:.4g}, where an untrained model has {:.4g}", loss,
                                                            untrained_loss_));
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
  std::atomic<bool> pause_{false};  // workers end their chunks and take no more
  std::atomic<bool> stop_{false};

  Clock::time_point start_ = Clock::now();
  Clock::time_point epoch_start_ = start_;
  Clock::time_point saved_ = start_;

  std::mutex mutex_;  // guards what follows, and at_.in_epoch, while workers run
  TrainingTally since_report_;
  Clock::time_point reported_ = start_;
};

}  // namespace w2v
