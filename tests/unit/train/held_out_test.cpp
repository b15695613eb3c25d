#include <cmath>
#include <cstring>
#include <set>
#include <string>

#include "training.hpp"
#include "w2v/base/error.hpp"

namespace w2v::test {
namespace {

/// 40,000 tokens, then as many of other words.
std::string two_halves() {
  std::string text = synthetic_text(40'000);
  std::string other = synthetic_text(40'000, 2);
  for (std::size_t i = 0; i < other.size(); ++i) {
    if (i == 0 || other[i - 1] == ' ' || other[i - 1] == '\n') text += "late_";
    text += other[i];
  }
  return text;
}

TEST_CASE("what is held out is not trained on, and its loss does not depend on the threads", "[train]") {
  for (const Objective objective :
       {Objective::negative_sampling, Objective::hierarchical_softmax, Objective::softmax}) {
    for (const Architecture architecture : architectures) {
      Corpus corpus = corpus_of(two_halves());
      TrainConfig config = small(architecture);
      config.objective = objective;
      config.held_out = 0.45;
      CAPTURE(static_cast<int>(objective), static_cast<int>(architecture));
      Recorder recorder;
      TrainingState state = start_training(Vocabulary(corpus.vocabulary), config);
      const TrainingState before = start_training(Vocabulary(corpus.vocabulary), config);
      train(state, corpus.tokens, config, recorder);
      const std::size_t row_bytes = before.model.input.stride() * sizeof(float);
      std::size_t still = 0;
      for (std::size_t word = 0; word < corpus.vocabulary.size(); ++word) {
        const bool late = corpus.vocabulary.words()[word].starts_with("late_");
        const bool moved =
            std::memcmp(state.model.input.row(word), before.model.input.row(word), row_bytes) != 0;
        if (!late) REQUIRE(moved);
        still += late && !moved ? 1 : 0;
      }
      REQUIRE(still > 300);  // but for those in the first pieces of the second half
      REQUIRE(recorder.epochs.size() == 1);
      const EpochResult& epoch = recorder.epochs[0];
      REQUIRE(epoch.tokens <= 0.55 * static_cast<double>(corpus.tokens.tokens().size()));
      REQUIRE(epoch.tokens + 20'000 > 0.55 * static_cast<double>(corpus.tokens.tokens().size()));
      REQUIRE(epoch.held_out_loss > epoch.loss);  // these words were not met before
      REQUIRE(recorder.reports.back().tokens == epoch.tokens);

      // Measured again on the trained model, by more threads: the same loss, and nothing moves.
      TrainConfig again = config;
      again.epochs = 2;
      again.learning_rate = 1e-30;  // as good as none
      again.threads = 3;
      Recorder second;
      state.position = Position();
      train(state, corpus.tokens, again, second);
      for (const EpochResult& result : second.epochs)
        REQUIRE(result.held_out_loss == Approx(epoch.held_out_loss).epsilon(1e-6));
    }
  }
}

TEST_CASE("without a held-out share there is no such loss", "[train]") {
  REQUIRE(std::isnan(epochs_of(synthetic_text(1'000), small(Architecture::skipgram)).at(0).held_out_loss));
}

TEST_CASE("patience ends a training whose held-out loss does not fall", "[train]") {
  // Random words: there is nothing to learn, so what is learnt of the text does not hold behind it.
  std::mt19937 random(5);
  std::string text;
  for (int i = 0; i < 60'000; ++i) {
    text += 'w' + std::to_string(random() % 200);
    text += i % 10 == 9 ? '\n' : ' ';
  }
  TrainConfig config = small(Architecture::skipgram);
  config.epochs = 30;
  config.learning_rate = 0.2;
  config.held_out = 0.3;
  config.patience = 2;
  const std::vector<EpochResult> epochs = epochs_of(text, config);
  REQUIRE(epochs.size() >= 3);
  REQUIRE(epochs.size() < 30);
  const double best = epochs[epochs.size() - 3].held_out_loss;
  for (const EpochResult& epoch : epochs) REQUIRE(epoch.held_out_loss >= best);
  REQUIRE(epochs.back().loss < epochs.front().loss);
}

TEST_CASE("a text of one piece has nothing to hold out", "[train]") {
  Corpus corpus = corpus_of(synthetic_text(5'000));
  TrainConfig config = small(Architecture::skipgram);
  config.held_out = 0.1;
  Recorder recorder;
  REQUIRE_THROWS_WITH(train(corpus, config, recorder), contains("too few to hold a share of 0.1 out"));
}

}  // namespace
}  // namespace w2v::test
