#include <barrier>
#include <thread>

#include "training.hpp"
#include "w2v/objectives/logistic_worker.hpp"
#include "w2v/sampling/noise.hpp"
#include "w2v/train/local_replicas.hpp"
#include "w2v/train/run.hpp"

namespace w2v::test {
namespace {

TrainConfig deterministic(Architecture architecture, Objective objective, int threads) {
  TrainConfig config = small(architecture);
  config.objective = objective;
  config.deterministic = true;
  config.threads = threads;
  config.epochs = 2;
  return config;
}

TEST_CASE("deterministic training on several threads gives the same bytes each time", "[train]") {
  const std::string text = synthetic_text(150'000);
  for (const Objective objective : {Objective::negative_sampling, Objective::hierarchical_softmax}) {
    for (const Architecture architecture : architectures) {
      for (const int threads : {2, 3}) {
        CAPTURE(static_cast<int>(objective), static_cast<int>(architecture), threads);
        const TrainConfig config = deterministic(architecture, objective, threads);
        Recorder first;
        const Model model = train_text(text, config, first);
        for (int round = 0; round < 2; ++round) {
          Recorder again;
          const Model other = train_text(text, config, again);
          REQUIRE(same_bytes(other.input, model.input));
          REQUIRE(same_bytes(other.output, model.output));
          REQUIRE(again.epochs[1].loss == first.epochs[1].loss);
        }
        // What it learns is what one thread learns, nearly.
        TrainConfig alone = config;
        alone.threads = 1;
        const std::vector<EpochResult> expected = epochs_of(text, alone);
        REQUIRE(first.epochs[1].tokens == expected[1].tokens);
        REQUIRE(first.epochs[1].pairs == expected[1].pairs);
        REQUIRE(first.epochs[1].loss < 0.5 * (first.epochs[0].loss + expected[0].loss));
      }
    }
  }
}

TEST_CASE("a deterministic training that stops and goes on ends in the same bytes", "[train]") {
  const TrainConfig config = deterministic(Architecture::skipgram, Objective::negative_sampling, 2);
  const std::string text = synthetic_text(300'000);
  Recorder unbroken;
  const Model expected = train_text(text, config, unbroken);
  Corpus corpus = corpus_of(text);
  TrainingState state = start_training(Vocabulary(corpus.vocabulary), config);
  int stops = 0;
  while (state.position.epoch < config.epochs) {
    Recorder recorder;
    recorder.chunks_left = 2;
    try {
      train(state, corpus.tokens, config, recorder);
    } catch (const Interrupted&) {
      ++stops;
    }
  }
  REQUIRE(stops > 2);
  REQUIRE(same_bytes(state.model.input, expected.input));
  REQUIRE(same_bytes(state.model.output, expected.output));
}

TEST_CASE("moves of few steps are summed, those of many averaged", "[train]") {
  Corpus corpus = corpus_of(synthetic_text(1'000));
  const TrainConfig config = small(Architecture::skipgram);
  TrainingState state = start_training(std::move(corpus.vocabulary), config);
  const Subsampler subsampler(state.model.vocabulary, 0, config.subsample_formula);
  const TrainingJob<float> shared{.config = config,
                                  .tokens = corpus.tokens,
                                  .subsampler = subsampler,
                                  .schedule = {0.1, 0.1},
                                  .input = state.model.input,
                                  .output = state.model.output};
  LocalReplicas replicas(shared, 3);
  const float untouched = state.model.input.row(3)[2];
  const auto move = [&](std::size_t replica, std::size_t row, float change, std::uint32_t times) {
    replicas.job(replica).input.row(row)[2] += change;
    replicas.job(replica).updates->input[row] = times;
  };
  const float before_1 = state.model.input.row(1)[2];
  const float before_2 = state.model.input.row(2)[2];
  const float before_4 = state.model.input.row(4)[2];
  move(0, 1, 10, 100'000);
  move(1, 2, 10, 1);
  move(2, 2, 20, 1);
  move(0, 4, 10, 10'000);
  move(1, 4, 20, 10'000);
  replicas.job(2).output.row(5)[0] = 7;
  replicas.job(2).updates->output[5] = 1;
  for (int round = 0; round < 2; ++round) {  // the second time nothing has moved
    replicas.merge(0.1F, 2);
    for (std::size_t replica = 0; replica <= 3; ++replica) {
      const TrainingJob<float>& seen = replica < 3 ? replicas.job(replica) : shared;
      CAPTURE(replica);
      REQUIRE(seen.input.row(1)[2] == Approx(before_1 + 10));  // by one alone
      REQUIRE(seen.input.row(2)[2] == Approx(before_2 + 30).epsilon(0.01));
      REQUIRE(seen.input.row(4)[2] == Approx(before_4 + 15));
      REQUIRE(seen.input.row(3)[2] == untouched);
      REQUIRE(seen.output.row(5)[0] == 7);
    }
  }
}

/// Two trainings that know nothing of each other but where to meet: stands in for two processes.
struct MeetingPoint {
  std::barrier<> both{2};
  LocalReplicas* replicas = nullptr;
};

/// What one of them sees: one replica is its own, and the matrices of its job get what comes of both.
class HalfOfTwo : public ReplicaGroup {
 public:
  HalfOfTwo(MeetingPoint& meeting, std::size_t rank, const TrainingJob<float>& own)
      : meeting_(meeting), rank_(rank), own_(own) {}
  [[nodiscard]] std::size_t size() const override { return 2; }
  [[nodiscard]] std::size_t first() const override { return rank_; }
  [[nodiscard]] std::size_t here() const override { return 1; }
  [[nodiscard]] const TrainingJob<float>& job(std::size_t /*replica*/) const override {
    return meeting_.replicas->job(rank_);
  }
  void merge(float rate, int /*threads*/) override {
    meeting_.both.arrive_and_wait();
    if (rank_ == 0) meeting_.replicas->merge(rate, 1);
    meeting_.both.arrive_and_wait();
    for (std::size_t i = 0; i < own_.input.rows(); ++i) {
      std::copy_n(job(0).input.row(i), own_.input.stride(), own_.input.row(i));
      std::copy_n(job(0).output.row(i), own_.output.stride(), own_.output.row(i));
    }
  }

 private:
  MeetingPoint& meeting_;
  std::size_t rank_;
  const TrainingJob<float>& own_;
};

TEST_CASE("replicas that are trained apart, behind the interface, give the bytes of those of one process", "[train]") {
  const TrainConfig config = deterministic(Architecture::skipgram, Objective::negative_sampling, 2);
  const Corpus corpus = corpus_of(synthetic_text(200'000));
  Recorder recorder;
  TrainingState expected = start_training(Vocabulary(corpus.vocabulary), config);
  train(expected, corpus.tokens, config, recorder);

  const Subsampler subsampler(corpus.vocabulary, config.subsample, config.subsample_formula);
  const AliasTable noise = noise_distribution(corpus.vocabulary, config.noise_power);
  const NoiseTargets targets(noise, static_cast<std::size_t>(config.negatives), config.noise_pool_size());
  const MakeChunkTrainer make_trainer = [&](const TrainingJob<float>& of) {
    return std::make_unique<LogisticWorker<Architecture::skipgram, NoiseTargets, float>>(of, targets);
  };
  TrainingState states[2];
  for (TrainingState& state : states) state = start_training(Vocabulary(corpus.vocabulary), config);
  const auto job_of = [&](TrainingState& state) {
    return TrainingJob<float>{.config = config,
                              .tokens = corpus.tokens,
                              .subsampler = subsampler,
                              .schedule = {config.start_rate(), config.end_rate()},
                              .input = state.model.input,
                              .output = state.model.output};
  };
  const TrainingJob<float> jobs[2]{job_of(states[0]), job_of(states[1])};
  TrainingState scratch = start_training(Vocabulary(corpus.vocabulary), config);
  LocalReplicas replicas(job_of(scratch), 2);
  MeetingPoint meeting;
  meeting.replicas = &replicas;
  const auto run = [&](std::size_t rank) {
    Recorder of_rank;
    HalfOfTwo group(meeting, rank, jobs[rank]);
    run_epochs(jobs[rank], make_trainer, DivergenceGuard(config, jobs[rank].schedule, 10), 1, &group, states[rank],
               of_rank, {});
  };
  std::thread other(run, 1);
  run(0);
  other.join();
  for (const TrainingState& state : states) {
    REQUIRE(same_bytes(state.model.input, expected.model.input));
    REQUIRE(same_bytes(state.model.output, expected.model.output));
  }
}

}  // namespace
}  // namespace w2v::test
