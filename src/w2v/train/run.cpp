#include "w2v/train/run.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/train/held_out.hpp"

namespace w2v {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Clock::duration seconds(double number) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(number));
}

/// Chunks that each thread trains between two merges of its replica, where they are to be deterministic. Measured: see
/// docs/PERFORMANCE.md.
constexpr std::size_t chunks_a_round = 4;

/// Runs the epochs: hands out chunks, gathers what they came to, and reports.
class Run {
 public:
  Run(const TrainingJob<float>& job, const MakeChunkTrainer& make_trainer, const DivergenceGuard& guard,
      ReplicaGroup* replicas, TrainingState& state, Observer& observer, const TrainHooks& hooks)
      : job_(job),
        make_trainer_(make_trainer),
        guard_(guard),
        replicas_(replicas),
        observer_(observer),
        hooks_(hooks),
        stream_size_(job.stream_size()),
        state_(state),
        at_(state.position),
        seconds_before_(at_.seconds) {}

  void to_the_end(int threads) {
    epoch_start_ = start_ - seconds(at_.epoch_seconds);
    while (!is_done()) {
      pause_ = false;
      if (replicas_ != nullptr) {
        train_in_rounds(*replicas_, threads);
      } else {
        train_freely(threads);
      }
      if (at_.chunk == job_.chunks()) end_epoch(threads);
      if (is_done() && state_.best.reserved() && std::isfinite(at_.best_held_out)) state_.best.move_to(state_.model);
      if (stop_ || (pause_ && !is_done())) save();
      if (stop_) throw Interrupted();
    }
    guard_.require_finite(job_.input, at_.epoch);
    require_pairs();
    save();
  }

 private:
  [[nodiscard]] bool is_done() const { return w2v::is_done(at_, job_.config); }

  /// Every worker takes the next chunk that nobody has, until there is none, or it is time to pause.
  void train_freely(int threads) {
    std::atomic<std::size_t> next{at_.chunk};
    parallel(threads, [&](const Worker& worker) {
      const std::unique_ptr<ChunkTrainer> trainer = make_trainer_(job_);
      while (!worker.failed && !pause_) {
        if (must_stop()) return;
        const std::size_t chunk = next++;
        if (chunk >= job_.chunks()) return;
        gather(train(*trainer, chunk), progress_at(chunk));
        pause_if_due();
      }
    });
    at_.chunk = std::min<std::size_t>(next, job_.chunks());
  }

  /// In each round every replica trains the chunks that are its own; then they are brought together.
  void train_in_rounds(ReplicaGroup& replicas, int threads) {
    const std::size_t round = replicas.size() * chunks_a_round;
    std::vector<std::unique_ptr<ChunkTrainer>> trainers;
    for (std::size_t i = 0; i < replicas.here(); ++i) trainers.push_back(make_trainer_(replicas.job(i)));
    while (at_.chunk < job_.chunks() && !pause_) {
      if (must_stop()) return;
      const std::size_t begin = at_.chunk;
      const std::size_t end = std::min(begin + round, job_.chunks());
      std::vector<TrainingTally> tallies(end - begin);
      std::atomic<std::size_t> next{0};
      parallel(threads, [&](const Worker& worker) {
        for (std::size_t i = next++; i < replicas.here() && !worker.failed; i = next++) {
          for (std::size_t chunk = begin + replicas.first() + i; chunk < end; chunk += replicas.size())
            tallies[chunk - begin] = train(*trainers[i], chunk);
        }
      });
      replicas.merge(job_.schedule.rate(progress_at(begin)), threads);
      for (std::size_t i = 0; i < tallies.size(); ++i) gather(tallies[i], progress_at(begin + i));
      at_.chunk = end;
      pause_if_due();
    }
  }

  TrainingTally train(ChunkTrainer& trainer, std::size_t chunk) const {
    const TrainingTally tally = trainer.train_chunk(static_cast<std::uint64_t>(at_.epoch), chunk);
    guard_.require_converging(tally, at_.epoch, progress_at(chunk));
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
    return static_cast<double>(static_cast<std::uint64_t>(at_.epoch) * stream_size_ + job_.tokens.chunk_begin(chunk)) /
           static_cast<double>(total_tokens());
  }

  /// Measures and reports an epoch whose chunks are all trained. Where a stop is asked for while the held-out text is
  /// measured, the epoch stays open, and a resumed training measures it again.
  void end_epoch(int threads) {
    const std::optional<TrainingTally> held_out =
        measure_held_out(job_, make_trainer_, threads, [this] { return must_stop(); });
    if (!held_out) return;
    if (job_.config.patience > 0 && held_out->pairs == 0) {
      throw Error(
          "the text that is held out has no pair, so --patience has no loss to watch: expected a larger --held-out, a "
          "lower "
          "--min-count, or --subsample 0");
    }
    const TrainingTally& tally = at_.in_epoch;
    const int epochs = job_.config.epochs;
    const EpochResult result{.epoch = at_.epoch + 1,
                             .epochs = epochs,
                             .tokens = tally.tokens,
                             .kept = tally.kept,
                             .pairs = tally.pairs,
                             .loss = tally.mean_loss(),
                             .seconds = seconds_since(epoch_start_),
                             .seconds_in_all = seconds_in_all(),
                             .learning_rate = job_.schedule.rate((at_.epoch + 1.0) / epochs),
                             .held_out_loss = held_out->mean_loss(),
                             .has_held_out = job_.held_out > 0};
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
    guard_.require_finite(job_.input, at_.epoch);
    guard_.require_finite(job_.output, at_.epoch);
    at_.seconds = seconds_in_all();
    at_.epoch_seconds = seconds_since(epoch_start_);
    hooks_.save(state_);
    saved_ = Clock::now();
  }

  void require_pairs() const {
    if (at_.pairs > 0) return;
    throw Error(
        "nothing to train on: no sentence has two words after pruning and subsampling: expected longer sentences, "
        "a lower --min-count, or --subsample 0");
  }

  void gather(const TrainingTally& tally, double progress) {
    const std::lock_guard lock(mutex_);
    at_.in_epoch += tally;
    since_report_ += tally;
    if (seconds_since(reported_) < observer_.interval()) return;
    reported_ = Clock::now();
    observer_.training({at_.epoch + 1, job_.config.epochs,
                        static_cast<std::uint64_t>(at_.epoch) * stream_size_ + at_.in_epoch.tokens, total_tokens(),
                        since_report_.pairs, seconds_in_all(), since_report_.mean_loss(),
                        job_.schedule.rate(progress)});
    since_report_ = TrainingTally();
  }

  [[nodiscard]] std::uint64_t total_tokens() const {
    return stream_size_ * static_cast<std::uint64_t>(job_.config.epochs);
  }
  [[nodiscard]] double seconds_in_all() const { return seconds_before_ + seconds_since(start_); }

  const TrainingJob<float>& job_;
  const MakeChunkTrainer& make_trainer_;
  const DivergenceGuard& guard_;
  ReplicaGroup* replicas_;
  Observer& observer_;
  const TrainHooks& hooks_;
  std::uint64_t stream_size_;
  TrainingState& state_;
  Position& at_;
  double seconds_before_;           // of training, in earlier runs
  std::atomic<bool> pause_{false};  // workers end their chunks and take no more
  std::atomic<bool> stop_{false};

  Clock::time_point start_ = Clock::now();
  Clock::time_point epoch_start_ = start_;
  Clock::time_point saved_ = start_;

  std::mutex mutex_;  // guards what follows, and at_.in_epoch, while workers run
  TrainingTally since_report_;
  Clock::time_point reported_ = start_;
};

}  // namespace

void run_epochs(const TrainingJob<float>& job, const MakeChunkTrainer& make_trainer, const DivergenceGuard& guard,
                int threads, ReplicaGroup* replicas, TrainingState& state, Observer& observer,
                const TrainHooks& hooks) {
  Run(job, make_trainer, guard, replicas, state, observer, hooks).to_the_end(threads);
}

}  // namespace w2v
