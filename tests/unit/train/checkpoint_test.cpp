#include "w2v/train/checkpoint.hpp"

#include <numeric>
#include <optional>

#include "training.hpp"
#include "w2v/settings/settings.hpp"
#include "w2v/simd/target.hpp"

namespace w2v::test {
namespace {

const VocabularyConfig every_word{.min_count = 1};

TrainConfig config_of(Architecture architecture, Objective objective, int threads = 1) {
  TrainConfig config = small(architecture);
  config.objective = objective;
  config.epochs = 2;
  config.subsample = 1e-2;
  config.threads = threads;
  return config;
}

/// Trains until `chunks` more are done, saving when stopped; goes on from `path` if it is there. Nothing
/// where it was stopped.
std::optional<Model> train_on(const std::string& text, const TrainConfig& config, const std::string& path, int chunks,
                              Recorder& recorder) {
  Corpus corpus = corpus_of(text);
  const TrainingFacts facts = training_facts(config, every_word, corpus.tokens);
  TrainHooks hooks{.save = [&](const TrainingState& state) { save_checkpoint(AtomicFile(path), facts, state); }};
  recorder.chunks_left = chunks;
  std::optional<TrainingState> state;
  if (std::filesystem::exists(path)) {
    Checkpoint checkpoint = load_checkpoint(path);
    require_same_corpus(checkpoint, path, corpus);
    state = std::move(checkpoint.state);
  } else {
    state = start_training(std::move(corpus.vocabulary), config);
  }
  try {
    train(*state, corpus.tokens, config, recorder, hooks);
  } catch (const Interrupted&) {
    return std::nullopt;
  }
  return std::move(state->model);
}

TEST_CASE("a training stopped and resumed after every chunk ends in the bytes of an unbroken one", "[train]") {
  const std::string text = synthetic_text(45'000);
  for (const Architecture architecture : architectures) {
    for (const Objective objective :
         {Objective::negative_sampling, Objective::hierarchical_softmax, Objective::softmax}) {
      TrainConfig config = config_of(architecture, objective);
      if (objective == Objective::softmax) config.optimizer = Optimizer::adam;
      Recorder unbroken;
      const Model expected = train_text(text, config, unbroken);
      const TemporaryFolder folder;
      Recorder broken;
      std::optional<Model> found;
      int stops = -1;
      for (; !found; ++stops) {
        REQUIRE(stops < 100);
        found = train_on(text, config, folder.path("c"), 1, broken);
      }
      CAPTURE(architecture == Architecture::cbow, static_cast<int>(objective));
      REQUIRE(stops >= 2 * 4);
      REQUIRE(same_bytes(found->input, expected.input));
      REQUIRE(same_bytes(found->output, expected.output));
      REQUIRE(broken.epochs.size() == 2);
      for (std::size_t epoch = 0; epoch < 2; ++epoch) {
        REQUIRE(broken.epochs[epoch].tokens == 45'000);
        REQUIRE(broken.epochs[epoch].kept == unbroken.epochs[epoch].kept);
        REQUIRE(broken.epochs[epoch].pairs == unbroken.epochs[epoch].pairs);
        REQUIRE(broken.epochs[epoch].loss == unbroken.epochs[epoch].loss);
      }
    }
  }
}

TEST_CASE("the best epoch's matrices outlive stops at every place", "[train]") {
  std::mt19937 random(5);
  std::string text;  // of random words: the held-out loss soon rises
  for (int i = 0; i < 60'000; ++i) text += 'w' + std::to_string(random() % 200) + (i % 10 == 9 ? '\n' : ' ');
  TrainConfig config = config_of(Architecture::skipgram, Objective::negative_sampling);
  config.epochs = 30;
  config.subsample = 0;
  config.learning_rate = 0.2;
  config.held_out = 0.3;
  config.patience = 2;
  Recorder unbroken;
  const Model expected = train_text(text, config, unbroken);
  REQUIRE(unbroken.epochs.size() < 30);
  const TemporaryFolder folder;
  Recorder broken;
  std::optional<Model> found;
  int stops = -1;
  for (; !found; ++stops) {
    REQUIRE(stops < 200);
    found = train_on(text, config, folder.path("c"), 1 + stops % 7, broken);
  }
  REQUIRE(stops > 4);
  REQUIRE(same_bytes(found->input, expected.input));
  REQUIRE(same_bytes(found->output, expected.output));
  REQUIRE(broken.epochs.size() == unbroken.epochs.size());
  // When all is done the checkpoint holds the best matrices as the model, and nothing beside it.
  const Checkpoint done = load_checkpoint(folder.path("c"));
  REQUIRE(is_done(done.state.position, config));
  REQUIRE(same_bytes(done.state.model.input, expected.input));
  REQUIRE(!done.state.best.reserved());
  found = train_on(text, config, folder.path("c"), 100, broken);
  REQUIRE(found);
  REQUIRE(same_bytes(found->input, expected.input));
}

TEST_CASE("on several threads, too, every token is trained once an epoch however often the training stops", "[train]") {
  const std::string text = synthetic_text(150'000);
  const TrainConfig config = config_of(Architecture::skipgram, Objective::negative_sampling, 3);
  const std::vector<EpochResult> expected = epochs_of(text, config);
  const TemporaryFolder folder;
  Recorder broken;
  int runs = 0;
  while (!train_on(text, config, folder.path("c"), 1 + runs % 4, broken)) REQUIRE(++runs < 100);
  REQUIRE(runs > 3);
  REQUIRE(broken.epochs.size() == 2);
  for (std::size_t epoch = 0; epoch < 2; ++epoch) {
    REQUIRE(broken.epochs[epoch].tokens == expected[epoch].tokens);
    REQUIRE(broken.epochs[epoch].kept == expected[epoch].kept);
    REQUIRE(broken.epochs[epoch].pairs == expected[epoch].pairs);
  }
}

TEST_CASE("saving in between changes no byte", "[train]") {
  const std::string text = synthetic_text(45'000);
  const TrainConfig config = config_of(Architecture::cbow, Objective::negative_sampling);
  Recorder recorder;
  const Model expected = train_text(text, config, recorder);
  Corpus corpus = corpus_of(text);
  std::vector<std::uint64_t> tokens;
  const TrainHooks hooks{.save =
                             [&](const TrainingState& state) {
                               const Position& at = state.position;
                               tokens.push_back(static_cast<std::uint64_t>(at.epoch) * 45'000 + at.in_epoch.tokens);
                             },
                         .save_every = 0};
  const Model found = train(corpus, config, recorder, hooks);
  REQUIRE(same_bytes(found.input, expected.input));
  REQUIRE(tokens.size() >= 2);
  REQUIRE(std::is_sorted(tokens.begin(), tokens.end()));
  REQUIRE(tokens.back() == 90'000);
}

/// A checkpoint in the middle of a training, as bytes.
struct Saved {
  Saved() {
    TrainConfig config = config_of(Architecture::cbow, Objective::negative_sampling);
    config.learning_rate = 0.1234567890123;
    Corpus corpus = corpus_of(text);
    facts = training_facts(
        config, {.min_count = 1, .max_words = 77, .stop_words_file = "a b\n", .vocabulary_file = "v"}, corpus.tokens);
    state = start_training(std::move(corpus.vocabulary), config);
    state.frozen.assign(state.model.vocabulary.size(), 0);
    state.frozen[3] = 1;
    state.position = {1, 2, {20'001, 300, 200, 0.1}, 17, 12.5, 2.25};
    state.model.output.row(5)[2] = 1.5F;
    const std::uint64_t written = save_checkpoint(AtomicFile(folder.path("c")), facts, state);
    bytes = folder.read("c");
    REQUIRE(written == bytes.size());
  }

  /// What loading these bytes says.
  std::string load_message(const std::string& damaged) {
    const std::string path = folder.write("d", damaged);
    const std::string message = message_of([&] { load_checkpoint(path); });
    return message.starts_with(path) ? message.substr(path.size()) : message;
  }

  TemporaryFolder folder;
  std::string text = synthetic_text(30'000);
  TrainingFacts facts;
  TrainingState state;
  std::string bytes;
};

TEST_CASE("a checkpoint holds all of a training", "[train]") {
  Saved saved;
  const Checkpoint loaded = load_checkpoint(saved.folder.path("c"));
  const TrainConfig& config = loaded.facts.config;
  REQUIRE(settings_text(config, loaded.facts.vocabulary) == settings_text(saved.facts.config, saved.facts.vocabulary));
  REQUIRE(config.start_rate() == 0.1234567890123);
  REQUIRE(config.end_rate() == saved.facts.config.end_rate());
  REQUIRE(config.architecture == Architecture::cbow);
  REQUIRE(loaded.facts.vocabulary.max_words == 77);
  REQUIRE(loaded.facts.vocabulary.stop_words_file == "a b\n");
  REQUIRE(loaded.facts.vocabulary.keep_words_file.empty());
  REQUIRE(loaded.facts.vocabulary.vocabulary_file == "v");
  REQUIRE(loaded.facts.instruction_set == simd::target_name());
  REQUIRE(loaded.facts.tokens == 30'000);
  REQUIRE(loaded.facts.token_hash == saved.facts.token_hash);
  REQUIRE(words_of(loaded.state.model.vocabulary) == words_of(saved.state.model.vocabulary));
  REQUIRE(same_bytes(loaded.state.model.input, saved.state.model.input));
  REQUIRE(same_bytes(loaded.state.model.output, saved.state.model.output));
  REQUIRE(loaded.state.frozen == saved.state.frozen);
  const Position& at = loaded.state.position;
  REQUIRE((at.epoch == 1 && at.chunk == 2 && at.pairs == 17 && at.seconds == 12.5 && at.epoch_seconds == 2.25));
  REQUIRE(
      (at.in_epoch.tokens == 20'001 && at.in_epoch.kept == 300 && at.in_epoch.pairs == 200 && at.in_epoch.loss == 0.1));
}

TEST_CASE("a checkpoint that is damaged, cut or foreign is refused with the place", "[train]") {
  Saved saved;
  std::mt19937 random(3);
  for (int i = 0; i < 400; ++i) {
    std::string damaged = saved.bytes;
    const std::size_t place =
        i < 200 ? random() % 2000 : random() % damaged.size();  // most kinds of bytes are at the begin
    damaged[place] = static_cast<char>(damaged[place] ^ (1 << random() % 8));
    const std::string message = saved.load_message(damaged);
    CAPTURE(place, message);
    REQUIRE(message.starts_with(": byte"));
    REQUIRE_THAT(message, contains("expected"));
    REQUIRE_THAT(message, contains("found") || contains("zeros behind it"));
  }
  for (int i = 0; i < 60; ++i) {
    const std::size_t length = i < 30 ? static_cast<std::size_t>(i) * 20 : random() % saved.bytes.size();
    CAPTURE(length);
    REQUIRE_THAT(saved.load_message(saved.bytes.substr(0, length)),
                 contains(length < 8 ? "not a checkpoint of w2v" : "cut"));
  }
  REQUIRE_THAT(saved.load_message("2 3\nthe 1 2 3\n"),
               contains(": byte 0: not a checkpoint of w2v: expected 'w2v ckpt', found '2 3"));
  std::string older = saved.bytes;
  older[8] = 2;
  REQUIRE_THAT(saved.load_message(older),
               contains("of another version: expected 4, found 2: only the w2v that wrote it reads it"));
}

TEST_CASE("a checkpoint says what the rows of the matrices belong to", "[train]") {
  const TemporaryFolder folder;
  const TrainConfig config = config_of(Architecture::skipgram, Objective::negative_sampling);
  Corpus corpus = corpus_of(synthetic_text(1'000));
  const TrainingFacts facts = training_facts(config, every_word, corpus.tokens);
  TrainingState state = start_training(std::move(corpus.vocabulary), config);
  const std::size_t words = state.model.vocabulary.size();
  state.model.contexts.add("before_the", 7);
  state.model.contexts.add("behind_the", 5);
  state.model.rows = {RowLayout({{RowKind::word, words}, {RowKind::ngram, 3}, {RowKind::document, 4}}),
                      RowLayout({{RowKind::context, 2}})};
  state.model.input = Matrix<float>(words + 7, config.dim, "a test's matrix");
  state.model.input.row(words + 6)[1] = 42;
  state.model.output = Matrix<float>(2, config.dim, "a test's matrix");
  const auto stored = [&] {
    save_checkpoint(AtomicFile(folder.path("c")), facts, state);
    return load_checkpoint(folder.path("c")).state;
  };
  TrainingState again = stored();
  REQUIRE(again.model.rows == state.model.rows);
  REQUIRE(again.model.contexts.words()[1] == "behind_the");
  REQUIRE(again.model.contexts.counts()[1] == 5);
  REQUIRE(same_bytes(again.model.input, state.model.input));
  REQUIRE(same_bytes(again.model.output, state.model.output));
  // It is not what these settings train.
  Recorder recorder;
  REQUIRE_THAT(message_of([&] { train(again, corpus.tokens, config, recorder); }),
               contains("found 'words " + std::to_string(words) + ", n-grams 3, documents 4' and 'contexts 2'"));

  state.model.rows.input = RowLayout({{RowKind::word, words - 1}, {RowKind::ngram, 8}});
  REQUIRE_THAT(message_of(stored),
               contains("section 'words': expected " + std::to_string(words - 1) + ", found " + std::to_string(words)));
  state.model.rows.input = RowLayout({{RowKind::word, words}, {RowKind::ngram, 6}});
  REQUIRE_THAT(message_of(stored), contains("section 'input': expected"));
  state.model.rows = {RowLayout({{RowKind::word, words}, {RowKind::ngram, 7}}), RowLayout({{RowKind::context, 3}})};
  REQUIRE_THAT(message_of(stored), contains("section 'contexts': expected 3, found 2"));
  state.model.rows.input = RowLayout({{RowKind::document, words + 7}});
  REQUIRE_THAT(message_of(stored), contains("section 'rows': expected input rows of words, found none"));
}

TEST_CASE("a checkpoint between two epochs holds the best epoch's matrices", "[train]") {
  const TemporaryFolder folder;
  TrainConfig config = config_of(Architecture::skipgram, Objective::negative_sampling);
  config.held_out = 0.4;
  config.patience = 1;
  Corpus corpus = corpus_of(synthetic_text(1'000));
  const TrainingFacts facts = training_facts(config, every_word, corpus.tokens);
  TrainingState state = start_training(std::move(corpus.vocabulary), config);
  state.best.reserve(state.model);
  const auto stored = [&] {
    save_checkpoint(AtomicFile(folder.path("c")), facts, state);
    return load_checkpoint(folder.path("c")).state;
  };
  REQUIRE(!stored().best.reserved());  // no epoch has ended
  state.position.epoch = 1;
  state.position.best_held_out = 2.5;
  state.best.keep(state.model);
  state.model.input.row(3)[1] += 1;
  const TrainingState loaded = stored();
  REQUIRE(same_bytes(loaded.best.input, state.best.input));
  REQUIRE(same_bytes(loaded.best.output, state.best.output));
  REQUIRE(!same_bytes(loaded.best.input, loaded.model.input));
  state.position.epochs_since_best = 1;  // done
  REQUIRE(!stored().best.reserved());
}

TEST_CASE("the settings of a checkpoint are read back, and nothing else is taken for them", "[train]") {
  TrainConfig config;
  config.fixed_window = true;
  config.seed = 18'446'744'073'709'551'615U;
  config.subsample = 1e-300;
  const std::string text = settings_text(config, {.min_count = 3});
  REQUIRE_THAT(text, contains("dim 100\n") && contains("fixed-window on\n") && contains("lr 0.025\n") &&
                         contains("min-count 3\n"));
  TrainConfig read;
  VocabularyConfig rules;
  read_settings(text, read, rules);
  REQUIRE(settings_text(read, rules) == text);
  REQUIRE(read.seed == config.seed);
  REQUIRE(read.subsample == 1e-300);
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{{"dim 100", "dim 100x"},
                                                                                 {"dim 100", "dim"},
                                                                                 {"objective ns", "objective n"},
                                                                                 {"seed", "sead"},
                                                                                 {"\nwindow 5", ""}}) {
    std::string wrong = text;
    wrong.replace(wrong.find(from), from.size(), to);
    CAPTURE(to);
    REQUIRE_THAT(message_of([&] { read_settings(wrong, read, rules); }), contains("wrong setting: expected '"));
  }
  REQUIRE_THAT(message_of([&] { read_settings(text + "more 1\n", read, rules); }),
               contains("more settings than expected"));
}

TEST_CASE("another corpus is refused, and the message says what differs", "[train]") {
  Saved saved;
  const Checkpoint checkpoint = load_checkpoint(saved.folder.path("c"));
  const auto refused = [&](const std::string& text) {
    const Corpus corpus = corpus_of(text);
    return message_of([&] { require_same_corpus(checkpoint, "c", corpus); });
  };
  REQUIRE(refused(saved.text) == "nothing was thrown");
  REQUIRE_THAT(refused(saved.text + "zzz\n"),
               contains("c: a checkpoint of another corpus: expected") && contains("words, found"));
  REQUIRE_THAT(refused(saved.text + "common1\n"), contains("expected word ") && contains("'common1', which occurs"));
  std::string reordered = saved.text;  // the first sentence to the end
  const std::size_t end = reordered.find('\n') + 1;
  reordered = reordered.substr(end) + reordered.substr(0, end);
  REQUIRE_THAT(refused(reordered), contains("expected its words and sentences in another order"));
  std::string joined = saved.text;  // two sentences made one
  joined[end - 1] = ' ';
  REQUIRE_THAT(refused(joined), contains("in another order"));
}

TEST_CASE("frozen rows do not move, the others do, and the outputs learn from both", "[train]") {
  const std::string text = synthetic_text(20'000);
  for (const Architecture architecture : architectures) {
    for (const Objective objective :
         {Objective::negative_sampling, Objective::hierarchical_softmax, Objective::softmax}) {
      TrainConfig config = config_of(architecture, objective);
      if (objective == Objective::softmax) config.optimizer = Optimizer::adam;
      Corpus corpus = corpus_of(text);
      TrainingState state = start_training(std::move(corpus.vocabulary), config);
      const std::size_t words = state.model.vocabulary.size();
      for (std::size_t i = 0; i < words; ++i) state.frozen.push_back(i % 3 == 0);
      const Model before = start_training(corpus_of(text).vocabulary, config).model;
      Recorder recorder;
      train(state, corpus.tokens, config, recorder);
      for (std::size_t i = 0; i < words; ++i) {
        const bool moved = std::memcmp(state.model.input.row(i), before.input.row(i), config.dim * sizeof(float)) != 0;
        CAPTURE(i);
        REQUIRE(moved == (i % 3 != 0));
      }
      REQUIRE(recorder.epochs[1].loss < recorder.epochs[0].loss);
      // With all of them frozen the outputs alone are trained.
      TrainingState all = start_training(corpus_of(text).vocabulary, config);
      all.frozen.assign(words, 1);
      train(all, corpus.tokens, config, recorder);
      REQUIRE(same_bytes(all.model.input, before.input));
      REQUIRE(!same_bytes(all.model.output, before.output));
      // A mask of zeros is no mask.
      TrainingState none = start_training(corpus_of(text).vocabulary, config);
      none.frozen.assign(words, 0);
      train(none, corpus.tokens, config, recorder);
      REQUIRE(same_bytes(none.model.input, train_text(text, config, recorder).input));
    }
  }
}

}  // namespace
}  // namespace w2v::test
