#include "w2v/train/trainer.hpp"

#include <atomic>
#include <cstring>
#include <random>

#include "training.hpp"
#include "w2v/simd/target.hpp"

namespace w2v::test {
namespace {

TEST_CASE("one thread, one seed: the same bytes each time, other bytes by another seed", "[train]") {
  const std::string text = synthetic_text(12'000);
  for (const Architecture architecture : architectures) {
    TrainConfig config = small(architecture);
    config.subsample = 1e-2;
    config.epochs = 2;
    Recorder recorder;
    const Model one = train_text(text, config, recorder);
    const Model two = train_text(text, config, recorder);
    REQUIRE(same_bytes(one.input, two.input));
    REQUIRE(same_bytes(one.output, two.output));
    config.seed = 2;
    const Model other = train_text(text, config, recorder);
    REQUIRE(!same_bytes(one.input, other.input));
    REQUIRE(!same_bytes(one.output, other.output));
    const Model untrained = start_training(corpus_of(text).vocabulary, config).model;
    REQUIRE(!same_bytes(one.input, untrained.input));
    REQUIRE(words_of(one.vocabulary) == words_of(untrained.vocabulary));
    for (std::size_t i = 0; i < one.input.rows(); ++i) {
      REQUIRE(std::memcmp(one.input.row(i), untrained.input.row(i), 64) != 0);  // every word was reached
    }
  }
}

TEST_CASE("every token is passed in every epoch at any number of threads, and the loss falls alike", "[train]") {
  const std::string text = synthetic_text(200'000);
  for (const Architecture architecture : architectures) {
    TrainConfig config = small(architecture);
    config.epochs = 2;
    config.subsample = 3e-3;
    std::vector<std::vector<EpochResult>> runs;
    for (const int threads : {1, 2, 4}) {
      config.threads = threads;
      runs.push_back(epochs_of(text, config));
    }
    Corpus corpus = corpus_of(text);
    const double expected = Subsampler(corpus.vocabulary, 3e-3, SubsampleFormula::word2vec).expected_tokens();
    for (const std::vector<EpochResult>& run : runs) {
      REQUIRE(run.size() == 2);
      for (std::size_t epoch = 0; epoch < 2; ++epoch) {
        CAPTURE(architecture == Architecture::cbow, epoch);
        REQUIRE(run[epoch].epoch == static_cast<int>(epoch) + 1);
        REQUIRE(run[epoch].epochs == 2);
        REQUIRE(run[epoch].tokens == 200'000);
        REQUIRE(run[epoch].kept == runs[0][epoch].kept);
        REQUIRE(run[epoch].pairs == runs[0][epoch].pairs);
        REQUIRE(std::abs(static_cast<double>(run[epoch].kept) - expected) < 5 * std::sqrt(200'000 / 4.0));
        REQUIRE(run[epoch].loss == Approx(runs[0][epoch].loss).epsilon(0.02));
      }
      REQUIRE(run[0].kept != run[1].kept);  // drawn anew
      REQUIRE(run[0].loss < 3 * std::log(2.0));
      REQUIRE(run[1].loss < 0.95 * run[0].loss);
    }
  }
}

TEST_CASE("an untrained model loses log 2 on each of 1 + k scores", "[train]") {
  const std::string text = synthetic_text(15'000);
  for (const Architecture architecture : architectures) {
    for (const int negatives : {1, 5}) {
      TrainConfig config = small(architecture);
      config.negatives = negatives;
      config.learning_rate = 1e-6;
      Recorder recorder;
      train_text(text, config, recorder);
      // A noise word that is the centre is dropped; with power 0.75 that is the sum over words of their share
      // of the text times their share of the noise.
      const auto counts = corpus_of(text).vocabulary.counts();
      double noise_sum = 0;
      double hits = 0;
      for (const std::uint64_t count : counts) noise_sum += std::pow(static_cast<double>(count), 0.75);
      for (const std::uint64_t count : counts) {
        hits += static_cast<double>(count) / 15'000 * std::pow(static_cast<double>(count), 0.75) / noise_sum;
      }
      CAPTURE(negatives);
      REQUIRE(recorder.reports.at(0).loss == Approx((1 + negatives * (1 - hits)) * std::log(2.0)).epsilon(0.005));
    }
  }
}

TEST_CASE("reports count tokens up to all of all epochs, at the rate of their place", "[train]") {
  TrainConfig config = small(Architecture::skipgram);
  config.epochs = 3;
  config.learning_rate = 0.03;
  config.min_learning_rate = 0.01;
  Recorder recorder;
  train_text(synthetic_text(25'000), config, recorder);
  REQUIRE(recorder.reports.size() == 9);
  for (std::size_t i = 0; i < recorder.reports.size(); ++i) {
    const TrainingProgress& report = recorder.reports[i];
    REQUIRE(report.epoch == static_cast<int>(i / 3) + 1);
    REQUIRE(report.epochs == 3);
    REQUIRE(report.total_tokens == 75'000);
    if (i > 0) {
      const TrainingProgress& before = recorder.reports[i - 1];
      REQUIRE(report.tokens > before.tokens);
      REQUIRE(report.seconds >= before.seconds);
      REQUIRE(report.learning_rate == Approx(0.03 - 0.02 * static_cast<double>(before.tokens) / 75'000));
    } else {
      REQUIRE(report.learning_rate == 0.03F);
    }
  }
  REQUIRE(recorder.reports.back().tokens == 75'000);
}

TEST_CASE("a fixed window has the pairs that a count by hand gives", "[train]") {
  // Window 2. Of "a b c d": 2 + 3 + 3 + 2 pairs; "e f": 1 + 1; "g": none; "h i j": 2 + 2 + 2.
  const std::string text = "a b c d\ne f\ng\nh i j\n";
  TrainConfig config = small(Architecture::skipgram);
  config.window = 2;
  config.fixed_window = true;
  EpochResult epoch = epochs_of(text, config).at(0);
  REQUIRE(epoch.pairs == 18);
  REQUIRE(epoch.tokens == 10);
  REQUIRE(epoch.kept == 10);
  config.architecture = Architecture::cbow;
  REQUIRE(epochs_of(text, config).at(0).pairs == 9);  // all centres but g
  config.architecture = Architecture::skipgram;
  config.window = 100;
  REQUIRE(epochs_of(text, config).at(0).pairs == 12 + 2 + 6);
  config.window = 1;
  REQUIRE(epochs_of(text, config).at(0).pairs == 6 + 2 + 4);
}

TEST_CASE("a window that shrinks is uniform in 1 to its size", "[train]") {
  // With window 2, each of the three centres of "a b c" draws 1 or 2: the outer ones have so many pairs, the
  // middle one 2.
  const int sentences = 4000;
  std::string text;
  for (int i = 0; i < sentences; ++i) text += "a b c\n";
  TrainConfig config = small(Architecture::skipgram);
  config.window = 2;
  const auto pairs = static_cast<double>(epochs_of(text, config).at(0).pairs);
  REQUIRE(std::abs(pairs - 5.0 * sentences) < 5 * std::sqrt(sentences / 2.0));
  // One long sentence: a window of b in 1 to 6 has 2 b pairs, 7 in the mean, with variance 4 * 35 / 12.
  text.clear();
  for (int i = 0; i < 9000; ++i) text += i % 2 == 0 ? "a " : "b ";
  config.window = 6;
  config.max_sentence = 10'000;
  const auto long_pairs = static_cast<double>(epochs_of(text, config).at(0).pairs);
  REQUIRE(std::abs(long_pairs - 7.0 * 9000) < 5 * std::sqrt(9000 * 140 / 12.0) + 42);
}

TEST_CASE("long sentences are cut and lose no token", "[train]") {
  std::string text;
  for (int i = 0; i < 25'000; ++i) text += "abcdefghij"[i * 7 % 10] + " "s;  // one sentence, two chunks
  TrainConfig config = small(Architecture::skipgram);
  config.window = 1;
  config.fixed_window = true;
  for (const int max_sentence : {2, 7, 1000, 10'000}) {
    config.max_sentence = max_sentence;
    const EpochResult epoch = epochs_of(text, config).at(0);
    CAPTURE(max_sentence);
    REQUIRE(epoch.tokens == 25'000);
    REQUIRE(epoch.kept == 25'000);
    // A piece of n tokens has 2 (n - 1) pairs; a chunk of 10,000 tokens is cut off, the rest is less than two
    // of them.
    std::uint64_t pieces = 0;
    for (const int chunk : {10'000, 15'000})
      pieces += static_cast<std::uint64_t>((chunk + max_sentence - 1) / max_sentence);
    REQUIRE(epoch.pairs == 2 * (25'000 - pieces));
  }
}

TEST_CASE("training at a senseless rate stops with an error that names the rate and what to lower", "[train]") {
  const std::string text = synthetic_text(15'000);
  for (const Architecture architecture : architectures) {
    for (const int threads : {1, 2}) {
      TrainConfig config = small(architecture);
      config.negatives = 5;
      config.threads = threads;
      config.learning_rate = 50;
      Recorder recorder;
      const std::string message = message_of([&] { train_text(text, config, recorder); });
      CAPTURE(architecture == Architecture::cbow, threads);
      CHECK_THAT(message, contains("the training diverged in epoch 1 at learning rate "));
      CHECK_THAT(message, contains("lower --lr"));
    }
  }
}

TEST_CASE("training stops soon when it is asked to, at any number of threads", "[train]") {
  const std::string text = synthetic_text(40'000);
  for (const int threads : {1, 3}) {
    for (const int chunks : {0, 2}) {
      TrainConfig config = small(Architecture::skipgram);
      config.threads = threads;
      config.epochs = 1000;
      Recorder recorder;
      Corpus corpus = corpus_of(text);
      recorder.chunks_left = chunks;
      REQUIRE_THROWS_AS(train(corpus, config, recorder), Interrupted);
      REQUIRE(recorder.epochs.empty());
    }
  }
}

TEST_CASE("one word, and sentences of one word, are nothing to train on", "[train]") {
  Recorder recorder;
  REQUIRE_THAT(message_of([&] { train_text("foo foo foo\n", small(Architecture::skipgram), recorder); }),
               contains("the vocabulary has one word, 'foo': expected two or more"));
  for (const Architecture architecture : architectures) {
    REQUIRE_THAT(message_of([&] { train_text("a\nb\nc\na\n", small(architecture), recorder); }),
                 contains("nothing to train on: no sentence has two words"));
  }
  REQUIRE_THROWS_AS(train_text("a b\n", {.dim = 0}, recorder), UsageError);
}

TEST_CASE("a vocabulary or a text without a word is an error", "[train]") {
  const TrainConfig config = small(Architecture::skipgram);
  REQUIRE_THAT(message_of([&] { start_training(Vocabulary(), config); }),
               contains("the vocabulary has no word: expected two or more"));
  Corpus corpus = corpus_of("a b\n");
  Recorder recorder;
  TrainingState nothing;
  REQUIRE_THAT(message_of([&] { train(nothing, corpus.tokens, config, recorder); }),
               contains("the vocabulary has no word"));
  IdSpool spool(1'000);
  spool.finish();
  const TokenStream empty(std::move(spool));
  for (const Objective objective :
       {Objective::negative_sampling, Objective::hierarchical_softmax, Objective::softmax}) {
    TrainConfig without = config;
    without.objective = objective;
    TrainingState state = start_training(Vocabulary(corpus.vocabulary), without);
    REQUIRE_THAT(message_of([&] { train(state, empty, without, recorder); }), contains("nothing to train on"));
    without.held_out = 0.1;
    REQUIRE_THAT(message_of([&] { train(state, empty, without, recorder); }),
                 contains("too few to hold a share of 0.1 out"));
  }
}

double cosine(const Model& model, std::size_t i, std::size_t j) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t k = 0; k < model.input.dim(); ++k) {
    const double a = model.input.row(i)[k];
    const double b = model.input.row(j)[k];
    ab += a * b;
    aa += a * a;
    bb += b * b;
  }
  return ab / std::sqrt(aa * bb);
}

TEST_CASE("every word of a text with two topics comes nearer to its own topic", "[train]") {
  std::mt19937 random(4);
  std::string text;
  for (int i = 0; i < 600; ++i) {
    const char topic = i % 2 == 0 ? 'a' : 'b';
    for (int j = 0; j < 10; ++j) text += topic + std::to_string(random() % 10) + (j < 9 ? " " : "\n");
  }
  for (const Architecture architecture : architectures) {
    TrainConfig config = small(architecture);
    config.epochs = 8;
    config.learning_rate = 0.05;
    Recorder recorder;
    const Model model = train_text(text, config, recorder);
    const auto topic = [&](std::size_t i) { return model.vocabulary.words()[i][0]; };
    REQUIRE(model.vocabulary.size() == 20);
    for (std::size_t i = 0; i < 20; ++i) {
      double own = 0;
      double other = 0;
      for (std::size_t j = 0; j < 20; ++j) {
        if (i != j) (topic(i) == topic(j) ? own : other) += cosine(model, i, j) / (topic(i) == topic(j) ? 9 : 10);
      }
      CAPTURE(architecture == Architecture::cbow, i, own, other);
      REQUIRE(own > other + 0.3);
    }
  }
}

TEST_CASE("whoever asks sees the model at the end of each epoch", "[train]") {
  for (const Architecture architecture : architectures) {
    TrainConfig config = small(architecture);
    config.epochs = 3;
    Corpus corpus = corpus_of(synthetic_text(3000));
    Recorder recorder;
    std::vector<int> told;
    std::vector<std::vector<float>> seen;
    const Model model =
        train(corpus, config, recorder, {.after_epoch = [&](const EpochResult& epoch, const Model& now) {
                told.push_back(epoch.epoch);
                REQUIRE(now.vocabulary.size() == now.input.rows());
                seen.emplace_back(now.input.row(0), now.input.row(0) + config.dim);
              }});
    REQUIRE(told == std::vector<int>{1, 2, 3});
    REQUIRE(seen[0] != seen[1]);
    REQUIRE(seen[2] == std::vector<float>(model.input.row(0), model.input.row(0) + config.dim));
  }
}

}  // namespace
}  // namespace w2v::test
