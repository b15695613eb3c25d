#include "training.hpp"
#include "w2v/train/replicas.hpp"

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
  const SharedState<float> shared{.config = config,
                                  .tokens = corpus.tokens,
                                  .subsampler = subsampler,
                                  .schedule = {0.1, 0.1},
                                  .input = state.model.input,
                                  .output = state.model.output};
  Replicas replicas(shared, 3);
  const float untouched = state.model.input.row(3)[2];
  const auto move = [&](std::size_t replica, std::size_t row, float change, std::uint32_t times) {
    replicas.shared(replica).input.row(row)[2] += change;
    replicas.shared(replica).named->input[row] = times;
  };
  const float before_1 = state.model.input.row(1)[2];
  const float before_2 = state.model.input.row(2)[2];
  const float before_4 = state.model.input.row(4)[2];
  move(0, 1, 10, 100'000);
  move(1, 2, 10, 1);
  move(2, 2, 20, 1);
  move(0, 4, 10, 10'000);
  move(1, 4, 20, 10'000);
  replicas.shared(2).output.row(5)[0] = 7;
  replicas.shared(2).named->output[5] = 1;
  for (int round = 0; round < 2; ++round) {  // the second time nothing has moved
    replicas.merge(0.1F, 2);
    for (std::size_t replica = 0; replica <= 3; ++replica) {
      const SharedState<float>& seen = replica < 3 ? replicas.shared(replica) : shared;
      CAPTURE(replica);
      REQUIRE(seen.input.row(1)[2] == Approx(before_1 + 10));  // by one alone
      REQUIRE(seen.input.row(2)[2] == Approx(before_2 + 30).epsilon(0.01));
      REQUIRE(seen.input.row(4)[2] == Approx(before_4 + 15));
      REQUIRE(seen.input.row(3)[2] == untouched);
      REQUIRE(seen.output.row(5)[0] == 7);
    }
  }
}

}  // namespace
}  // namespace w2v::test
