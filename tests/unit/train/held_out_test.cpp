#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <utility>

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
        const bool moved = std::memcmp(state.model.input.row(word), before.model.input.row(word), row_bytes) != 0;
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
  const EpochResult epoch = epochs_of(synthetic_text(1'000), small(Architecture::skipgram)).at(0);
  REQUIRE(std::isnan(epoch.held_out_loss));
  REQUIRE(!epoch.has_held_out);
}

/// Random words: there is nothing to learn, so what is learnt of the text does not hold behind it.
std::string random_words() {
  std::mt19937 random(5);
  std::string text;
  for (int i = 0; i < 60'000; ++i) {
    text += 'w' + std::to_string(random() % 200);
    text += i % 10 == 9 ? '\n' : ' ';
  }
  return text;
}

/// A training of random_words() whose held-out loss is not lowest at the end.
TrainConfig overfitting() {
  TrainConfig config = small(Architecture::skipgram);
  config.epochs = 30;
  config.learning_rate = 0.2;
  config.held_out = 0.3;
  config.patience = 2;
  return config;
}

Matrix<float> copy_of(const Matrix<float>& matrix) {
  Matrix<float> copy(matrix.rows(), matrix.dim(), "a copy");
  std::copy_n(matrix.row(0), matrix.rows() * matrix.stride(), copy.row(0));
  return copy;
}

/// The matrices after each epoch.
struct EpochModels {
  void operator()(const EpochResult& result, const Model& model) {
    losses.push_back(result.held_out_loss);
    inputs.push_back(copy_of(model.input));
    outputs.push_back(copy_of(model.output));
  }
  [[nodiscard]] std::size_t best() const {
    return static_cast<std::size_t>(std::ranges::min_element(losses) - losses.begin());
  }

  std::vector<double> losses;
  std::vector<Matrix<float>> inputs;
  std::vector<Matrix<float>> outputs;
};

TEST_CASE("patience ends a training whose held-out loss does not fall", "[train]") {
  const std::vector<EpochResult> epochs = epochs_of(random_words(), overfitting());
  REQUIRE(epochs.size() >= 3);
  REQUIRE(epochs.size() < 30);
  const double best = epochs[epochs.size() - 3].held_out_loss;
  for (const EpochResult& epoch : epochs) REQUIRE(epoch.held_out_loss >= best);
  REQUIRE(epochs.back().loss < epochs.front().loss);
}

TEST_CASE("patience ends with the matrices of the best epoch, also where the epochs run out", "[train]") {
  const std::string text = random_words();
  for (const Objective objective : {Objective::negative_sampling, Objective::hierarchical_softmax}) {
    for (const int patience : {2, 30}) {  // of 30 epochs the latter never ends one
      for (const int threads : {1, 2}) {
        TrainConfig config = overfitting();
        config.objective = objective;
        config.patience = patience;
        config.min_learning_rate = config.learning_rate;  // at a rate that falls the last epoch may be the best
        config.threads = threads;
        config.deterministic = threads > 1;
        CAPTURE(static_cast<int>(objective), patience, threads);
        Corpus corpus = corpus_of(text);
        EpochModels seen;
        Recorder recorder;
        const Model model = train(corpus, config, recorder, {.after_epoch = std::ref(seen)});
        REQUIRE(seen.best() + 1 < seen.losses.size());
        REQUIRE((seen.losses.size() == 30) == (patience == 30));
        REQUIRE(same_bytes(model.input, seen.inputs[seen.best()]));
        REQUIRE(same_bytes(model.output, seen.outputs[seen.best()]));
        REQUIRE(!same_bytes(model.input, seen.inputs.back()));
      }
    }
  }
}

TEST_CASE("without patience a training ends with the last epoch", "[train]") {
  TrainConfig config = overfitting();
  config.patience = 0;
  config.min_learning_rate = config.learning_rate;
  Corpus corpus = corpus_of(random_words());
  EpochModels seen;
  Recorder recorder;
  const Model model = train(corpus, config, recorder, {.after_epoch = std::ref(seen)});
  REQUIRE(seen.best() + 1 < seen.losses.size());
  REQUIRE(same_bytes(model.input, seen.inputs.back()));
}

TEST_CASE("the memory of the best epoch's matrices is counted", "[train]") {
  TrainConfig config = overfitting();
  config.threads = 2;
  const std::uint64_t matrices = model_bytes(model_rows(1'000, 0, config), config.dim);
  for (const bool deterministic : {false, true}) {
    config.deterministic = deterministic;
    config.patience = 2;
    REQUIRE(best_bytes(model_rows(1'000, 0, config), config) == matrices);
    const std::uint64_t with = training_bytes(model_rows(1'000, 0, config), config);
    config.patience = 0;
    REQUIRE(best_bytes(model_rows(1'000, 0, config), config) == 0);
    REQUIRE(with == training_bytes(model_rows(1'000, 0, config), config) + matrices);
  }
}

TEST_CASE("a held-out text without a pair: its loss is NaN, and patience has nothing to watch", "[train]") {
  std::string text = synthetic_text(25'000);
  for (int i = 0; i < 25'000; ++i) text += "common" + std::to_string(i % 5) + '\n';  // sentences of one word
  TrainConfig config = small(Architecture::skipgram);
  config.held_out = 0.3;
  const std::vector<EpochResult> epochs = epochs_of(text, config);
  REQUIRE(epochs.at(0).has_held_out);
  REQUIRE(std::isnan(epochs.at(0).held_out_loss));
  config.patience = 1;
  REQUIRE_THROWS_WITH(epochs_of(text, config),
                      contains("the text that is held out has no pair") && contains("--held-out"));
}

TEST_CASE("a stop is heeded while the held-out loss is measured, and the epoch is measured again", "[train]") {
  const std::string text = two_halves();
  for (const int threads : {1, 3}) {
    TrainConfig config = small(Architecture::skipgram);
    config.held_out = 0.5;
    config.threads = threads;
    const Corpus corpus = corpus_of(text);
    Recorder unbroken;
    TrainingState whole = start_training(Vocabulary(corpus.vocabulary), config);
    train(whole, corpus.tokens, config, unbroken);
    REQUIRE(unbroken.epochs.size() == 1);

    TrainingState state = start_training(Vocabulary(corpus.vocabulary), config);
    Recorder recorder;
    // A worker asks before each chunk, and once more to find that there is none; then once before a held-out one.
    std::size_t trained = 0;
    while (corpus.tokens.chunk_begin(trained) < trained_tokens(corpus.tokens, config)) ++trained;
    REQUIRE(corpus.tokens.chunks() > trained + static_cast<std::size_t>(threads));
    recorder.chunks_left = static_cast<int>(trained) + threads + 1;
    int saves = 0;
    const TrainHooks hooks{.save = [&](const TrainingState&) { ++saves; }};
    REQUIRE_THROWS_AS(train(state, corpus.tokens, config, recorder, hooks), Interrupted);
    REQUIRE(saves == 1);
    REQUIRE(recorder.epochs.empty());
    REQUIRE(state.position.epoch == 0);
    REQUIRE(state.position.chunk == trained);
    if (threads == 1) REQUIRE(same_bytes(state.model.input, whole.model.input));

    recorder.chunks_left = 1'000'000;
    train(state, corpus.tokens, config, recorder, hooks);
    REQUIRE(recorder.epochs.size() == 1);
    REQUIRE(recorder.epochs[0].tokens == unbroken.epochs[0].tokens);
    REQUIRE(recorder.epochs[0].pairs == unbroken.epochs[0].pairs);
    if (threads == 1) REQUIRE(recorder.epochs[0].held_out_loss == unbroken.epochs[0].held_out_loss);
  }
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
