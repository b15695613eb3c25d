#include <cmath>
#include <map>

#include "training.hpp"

namespace w2v::test {
namespace {

TrainConfig softmax(Architecture architecture, Optimizer optimizer) {
  TrainConfig config = small(architecture);
  config.objective = Objective::softmax;
  config.optimizer = optimizer;
  config.batch = 32;
  return config;
}

/// With enough dimensions the optimum of skip-gram is the share that a word has of the pairs of the other,
/// which needs no training to know.
TEST_CASE("trained to the end, the softmax is the share of a word beside another", "[train]") {
  constexpr std::size_t words = 7;
  std::mt19937 random(5);
  std::string text;
  for (int i = 0; i < 100; ++i) {
    std::size_t word = random() % words;
    for (int j = 0; j < 12; ++j) {
      text += static_cast<char>('a' + word);
      text += j < 11 ? " " : "\n";
      word = random() % 3 == 0 ? random() % words : (word + 1 + random() % 2) % words;
    }
  }
  std::map<std::string, std::map<std::string, double>> together;
  std::map<std::string, double> pairs_of;
  for (const Sentence& sentence : sentences_of(text)) {
    for (std::size_t i = 0; i + 1 < sentence.size(); ++i) {
      for (const bool left : {true, false}) {
        ++together[sentence[left ? i : i + 1]][sentence[left ? i + 1 : i]];
        ++pairs_of[sentence[left ? i : i + 1]];
      }
    }
  }
  for (const Optimizer optimizer : {Optimizer::sgd, Optimizer::adam}) {
    TrainConfig config = softmax(Architecture::skipgram, optimizer);
    config.window = 1;
    config.fixed_window = true;
    config.epochs = 100;
    config.learning_rate = optimizer == Optimizer::adam ? 0.02 : 0.05;
    Recorder recorder;
    const Model model = train_text(text, config, recorder);
    for (std::uint32_t c = 0; c < words; ++c) {
      std::vector<double> p(words);
      double sum = 0;
      for (std::uint32_t w = 0; w < words; ++w) {
        double score = 0;
        for (std::size_t k = 0; k < model.input.dim(); ++k)
          score += double{model.input.row(c)[k]} * model.output.row(w)[k];
        sum += p[w] = std::exp(score);
      }
      for (std::uint32_t w = 0; w < words; ++w) {
        const std::string centre(model.vocabulary.words()[c]);
        const std::string context(model.vocabulary.words()[w]);
        CAPTURE(optimizer == Optimizer::adam, centre, context);
        CHECK(p[w] / sum == Approx(together[centre][context] / pairs_of[centre]).margin(0.02));
      }
    }
  }
}

TEST_CASE("the loss of the softmax begins at log V, falls, and is the same with any number of threads", "[train]") {
  const std::string text = synthetic_text(6'000);
  for (const Architecture architecture : architectures) {
    for (const Optimizer optimizer : {Optimizer::sgd, Optimizer::adam}) {
      TrainConfig config = softmax(architecture, optimizer);
      config.epochs = 4;
      if (optimizer == Optimizer::adam) config.learning_rate = 0.01;
      Recorder recorder;
      const Model one = train_text(text, config, recorder);
      const double untrained = std::log(static_cast<double>(one.vocabulary.size()));
      CAPTURE(architecture == Architecture::cbow, optimizer == Optimizer::adam, untrained);
      REQUIRE(recorder.epochs.size() == 4);
      REQUIRE(recorder.epochs[0].loss < untrained);
      REQUIRE(recorder.epochs[0].loss > 0.5 * untrained);
      for (std::size_t i = 1; i < 4; ++i) REQUIRE(recorder.epochs[i].loss < recorder.epochs[i - 1].loss);
      config.threads = 3;
      Recorder again;
      const Model three = train_text(text, config, again);
      REQUIRE(same_bytes(one.input, three.input));
      REQUIRE(same_bytes(one.output, three.output));
      for (std::size_t i = 0; i < 4; ++i) REQUIRE(again.epochs[i].loss == recorder.epochs[i].loss);
    }
  }
}

TEST_CASE("pairs are counted alike under every objective", "[train]") {
  const std::string text = synthetic_text(5'000);
  for (const Architecture architecture : architectures) {
    TrainConfig config = small(architecture);
    config.fixed_window = true;
    const std::vector<EpochResult> expected = epochs_of(text, config);
    config.objective = Objective::softmax;
    config.batch = 7;
    const std::vector<EpochResult> found = epochs_of(text, config);
    REQUIRE(found[0].tokens == expected[0].tokens);
    REQUIRE(found[0].kept == expected[0].kept);
    REQUIRE(found[0].pairs == expected[0].pairs);
  }
}

TEST_CASE("a subsample drawn once is that of every epoch, under every objective", "[train]") {
  const std::string text = synthetic_text(30'000);
  for (const Objective objective :
       {Objective::negative_sampling, Objective::hierarchical_softmax, Objective::softmax}) {
    TrainConfig config = small(Architecture::skipgram);
    config.objective = objective;
    config.fixed_window = true;  // so that the same tokens have the same pairs
    config.epochs = 3;
    config.subsample = 1e-3;
    const std::vector<EpochResult> afresh = epochs_of(text, config);
    REQUIRE((afresh[0].pairs != afresh[1].pairs || afresh[1].pairs != afresh[2].pairs));
    config.subsample_once = true;
    const std::vector<EpochResult> once = epochs_of(text, config);
    REQUIRE(once[1].kept == once[0].kept);
    REQUIRE(once[1].pairs == once[0].pairs);
    REQUIRE(once[2].pairs == once[0].pairs);
    REQUIRE(static_cast<double>(once[0].kept) == Approx(static_cast<double>(afresh[0].kept)).epsilon(0.1));
    REQUIRE(once[0].kept < 25'000);
  }
}

TEST_CASE("a softmax that runs away is stopped", "[train]") {
  TrainConfig config = softmax(Architecture::skipgram, Optimizer::sgd);
  config.learning_rate = 1e6;
  config.epochs = 5;
  REQUIRE_THAT(message_of([&] { epochs_of(synthetic_text(25'000), config); }),
               contains("the training diverged in epoch "));
}

TEST_CASE("Adam and batches belong to the softmax", "[train]") {
  TrainConfig config;
  config.optimizer = Optimizer::adam;
  REQUIRE_THROWS_AS(config.validate(), UsageError);
  REQUIRE_THAT(message_of([&] { config.validate(); }),
               contains("--optimizer adam: expected sgd, or --objective softmax"));
  config.objective = Objective::softmax;
  config.validate();
  REQUIRE(config.start_rate() == 0.001);
  for (const int batch : {0, -1, 65'537}) {
    config.batch = batch;
    REQUIRE_THROWS_AS(config.validate(), UsageError);
  }
}

}  // namespace
}  // namespace w2v::test
