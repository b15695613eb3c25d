// A checkpoint, and the training that goes on from it.
//
// Input: a byte of choices, then changes of a right checkpoint, four bytes each: section, place in it (16 bits, the
// lower byte first), new value. Section 255 is the header with the table of sections.

#include <algorithm>
#include <cstring>
#include <string>

#include "../section_bytes.hpp"
#include "fuzz.hpp"
#include "w2v/train/checkpoint.hpp"
#include "w2v/train/trainer.hpp"

namespace w2v::fuzz {
namespace {

constexpr unsigned adam = 1;
constexpr unsigned sealed = 2;  // sections and header get their right hashes again
constexpr unsigned cut = 4;     // a byte is missing at the end
constexpr unsigned lengthened = 8;
constexpr unsigned patient = 16;  // with the matrices of a best epoch

/// Stops a training after some chunks.
struct Impatient : Observer {
  [[nodiscard]] bool stop_requested() const override { return ++asked > 40; }
  mutable int asked = 0;
};

Corpus read_text() {
  CorpusConfig config;
  config.paths = {Folder::get().path("text")};
  config.vocabulary.min_count = 1;
  config.threads = 1;
  Observer silent;
  return read_corpus(config, silent);
}

/// A training of two epochs that was stopped after the first.
std::string checkpoint_of(bool with_adam, bool with_best = false) {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += "w" + std::to_string(i % 7) + " w" + std::to_string(i * i % 5) + (i % 6 == 5 ? "\n" : " ");
  Folder::get().write("text", text);
  Corpus corpus = read_text();
  TrainConfig config{.dim = 3, .window = 2, .negatives = 2, .epochs = 2, .subsample = 0, .threads = 1};
  if (with_adam) {
    config.objective = Objective::softmax;
    config.optimizer = Optimizer::adam;
  }
  const TrainingFacts facts = training_facts(config, VocabularyConfig{.min_count = 1}, corpus.tokens);
  TrainingState state = start_training(std::move(corpus.vocabulary), config);
  std::string saved;
  TrainHooks hooks;
  hooks.save = [&](const TrainingState& now) {
    if (!saved.empty()) return;
    save_checkpoint(AtomicFile(Folder::get().path("saved")), facts, now);
    saved = Folder::get().read("saved");
  };
  hooks.save_every = 0;
  Observer silent;
  train(state, corpus.tokens, config, silent, hooks);
  if (!with_best) return saved;
  // The text is too short to hold a part of it out, so this one is put together.
  TrainingFacts patient_facts = facts;
  patient_facts.config.held_out = 0.5;
  patient_facts.config.patience = 1;
  state.position = Position();
  state.position.epoch = 1;
  state.position.best_held_out = 2.5;
  state.best.reserve(state.model);
  state.best.keep(state.model);
  save_checkpoint(AtomicFile(Folder::get().path("saved")), patient_facts, state);
  return Folder::get().read("saved");
}

std::string changed(const std::string& bytes, unsigned choices, std::string_view changes) {
  const std::size_t sections = test::section_count(bytes);
  std::string result = bytes;
  for (; changes.size() >= 4; changes.remove_prefix(4)) {
    const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(changes[i])); };
    const bool head = byte(0) == 255;
    const std::size_t section = byte(0) % sections;
    const std::uint64_t size = head ? test::front_bytes(bytes) : test::section_length(bytes, section);
    const std::uint64_t begin = head ? 0 : test::section_begin(bytes, section);
    if (size > 0) result[begin + (byte(1) | byte(2) << 8U) % size] = changes[3];
  }
  if ((choices & sealed) != 0) test::seal(result, bytes);
  if ((choices & cut) != 0) result.pop_back();
  if ((choices & lengthened) != 0) result += '\0';
  return result;
}

/// Goes on from it, as `w2v train --resume` does.
void resume(Checkpoint& checkpoint, const std::string& path) {
  const TrainConfig& config = checkpoint.facts.config;
  const std::int64_t largest =
      std::max<std::int64_t>({config.max_sentence, config.window, config.negatives, config.batch});
  if (largest > 10'000) return;  // right, and too much memory for here
  Corpus corpus = read_text();
  Impatient observer;
  accepted([&] {
    require_same_corpus(checkpoint, path, corpus);
    TrainConfig here = config;
    here.threads = 1;
    train(checkpoint.state, corpus.tokens, here, observer);
  });
}

void check(Input input) {
  const unsigned choices = input.choice();
  static const std::string right[] = {checkpoint_of(false), checkpoint_of(true), checkpoint_of(false, true)};
  const std::string& subject = right[(choices & patient) != 0 ? 2 : (choices & adam) != 0 ? 1 : 0];
  const std::string bytes = changed(subject, choices, input.rest());
  const std::string path = Folder::get().write("checkpoint", bytes);
  const bool was_accepted = accepted([&] {
    Checkpoint checkpoint = load_checkpoint(path);
    const std::size_t words = checkpoint.state.model.vocabulary.size();
    require(checkpoint.state.model.input.rows() == words && checkpoint.state.model.output.rows() == words,
            "a row for each word");
    save_checkpoint(AtomicFile(Folder::get().path("saved")), checkpoint.facts, checkpoint.state);
    if ((choices & sealed) == 0) require(Folder::get().read("saved") == subject, "what is saved is what was loaded");
    resume(checkpoint, path);
  });
  if (bytes == subject) require(was_accepted, "a right checkpoint is accepted");
  if (bytes != subject && (choices & sealed) == 0) require(!was_accepted, "a changed checkpoint is refused");
}

}  // namespace
}  // namespace w2v::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  w2v::fuzz::check({data, size});
  return 0;
}
