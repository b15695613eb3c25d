#include "w2v/train/checkpoint.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/section_file.hpp"
#include "w2v/simd/target.hpp"
#include "w2v/train/settings.hpp"
#include "w2v/train/trainer.hpp"

namespace w2v {
namespace {

constexpr SectionFileKind checkpoint_kind{"w2v ckpt", 2, "checkpoint of w2v"};

/// Position and facts as they stand in the file.
struct Place {
  std::uint64_t epoch;
  std::uint64_t chunk;
  TrainingTally in_epoch;
  std::uint64_t pairs;
  double seconds;
  double epoch_seconds;
  double best_held_out;
  std::uint64_t epochs_since_best;
  std::uint64_t adam_steps;
  std::uint64_t tokens;
  std::uint64_t token_hash;
};
static_assert(sizeof(Place) == 14 * 8);

std::uint64_t hash_of(std::span<const TokenId> tokens) {
  return XXH3_64bits(tokens.data(), tokens.size_bytes());
}

template <class Value>
std::span<const std::byte> bytes_of(const Value& values) {
  return std::as_bytes(std::span(values));
}

std::span<const std::byte> bytes_of(const Matrix<float>& matrix) {
  return std::as_bytes(std::span(matrix.row(0), matrix.rows() * matrix.stride()));
}

/// Strings, each ended by NUL, which neither a word nor a path can hold.
std::string joined(std::initializer_list<std::string_view> strings) {
  std::string all;
  for (const std::string_view string : strings) (all += string) += '\0';
  return all;
}

std::vector<std::string_view> parted(std::string_view all) {
  std::vector<std::string_view> strings;
  while (!all.empty()) {
    const std::size_t end = std::min(all.find('\0'), all.size() - 1);
    strings.push_back(all.substr(0, end));
    all.remove_prefix(end + 1);
  }
  return strings;
}

void read_facts(const SectionReader& file, TrainingFacts& facts) {
  try {
    read_settings(file.read("settings"), facts.config, facts.vocabulary);
    facts.config.validate();
  } catch (const Error& e) {
    throw file.wrong("settings", e.what());
  }
  const std::string text = file.read("strings");
  const std::vector<std::string_view> strings = parted(text);
  if (strings.size() != 4)
    throw file.wrong("strings", fmt::format("expected 4 strings, found {}", strings.size()));
  facts.instruction_set = strings[0];
  facts.vocabulary.stop_words_file = strings[1];
  facts.vocabulary.keep_words_file = strings[2];
  facts.vocabulary.vocabulary_file = strings[3];
}

Position read_position(const SectionReader& file, TrainingFacts& facts, std::uint64_t& adam_steps) {
  std::array<Place, 1> place{};
  file.read("position", std::as_writable_bytes(std::span(place)));
  const Place& at = place[0];
  const auto epochs = static_cast<std::uint64_t>(facts.config.epochs);
  if (at.epoch > epochs)
    throw file.wrong("position", fmt::format("expected an epoch up to {}, found {}", epochs, at.epoch));
  adam_steps = at.adam_steps;
  facts.tokens = at.tokens;
  facts.token_hash = at.token_hash;
  return {static_cast<int>(at.epoch), at.chunk, at.in_epoch, at.pairs, at.seconds, at.epoch_seconds,
          at.best_held_out, at.epochs_since_best};
}

Vocabulary read_words(const SectionReader& file) {
  const std::string text = file.read("words");
  const std::vector<std::string_view> words = parted(text);
  const std::string counts = file.read("counts");
  if (words.size() < 2)
    throw file.wrong("words", fmt::format("expected two words or more, found {}", words.size()));
  if (counts.size() != words.size() * sizeof(std::uint64_t)) {
    throw file.wrong("counts", fmt::format("expected {} bytes for as many words, found {}",
                                           words.size() * sizeof(std::uint64_t), counts.size()));
  }
  Vocabulary vocabulary;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint64_t count = 0;
    std::memcpy(&count, counts.data() + i * sizeof(count), sizeof(count));
    vocabulary.add(words[i], count);
  }
  return vocabulary;
}

Matrix<float> read_matrix(const SectionReader& file, const char* name, std::size_t rows, std::size_t dim,
                          const char* purpose) {
  const std::uint64_t bytes = Matrix<float>::bytes(rows, dim);
  if (file.length(name) != bytes)
    throw file.wrong(name, fmt::format("expected {} bytes, found {}", bytes, file.length(name)));
  Matrix<float> matrix(rows, dim, purpose);
  file.read(name, std::as_writable_bytes(std::span(matrix.row(0), rows * matrix.stride())));
  return matrix;
}

/// Whether there are matrices of a best epoch that the training may still end with.
bool holds_best(const TrainConfig& config, const Position& at) {
  return config.patience > 0 && std::isfinite(at.best_held_out) && !is_done(at, config);
}

std::vector<std::uint8_t> read_frozen(const SectionReader& file, std::size_t words) {
  const std::uint64_t length = file.length("frozen");
  if (length != 0 && length != words)
    throw file.wrong("frozen", fmt::format("expected 0 or {} bytes, found {}", words, length));
  std::vector<std::uint8_t> frozen(length);
  file.read("frozen", std::as_writable_bytes(std::span(frozen)));
  return frozen;
}

/// What differs between two vocabularies, or an empty text.
std::string difference(const Vocabulary& expected, const Vocabulary& found) {
  const std::size_t words = std::min(expected.size(), found.size());
  for (std::size_t i = 0; i < words; ++i) {
    const std::string_view a = expected.words()[i];
    const std::string_view b = found.words()[i];
    if (a != b || expected.counts()[i] != found.counts()[i]) {
      return fmt::format("expected word {} to be '{}', which occurs {} times, found '{}', {} times", i + 1,
                         printable(a), expected.counts()[i], printable(b), found.counts()[i]);
    }
  }
  return expected.size() == found.size()
             ? ""
             : fmt::format("expected {} words, found {}", expected.size(), found.size());
}

}  // namespace

TrainingFacts training_facts(const TrainConfig& config, const VocabularyConfig& vocabulary,
                             const TokenStream& tokens) {
  return {config, vocabulary, simd::target_name(), tokens.tokens().size(), hash_of(tokens.tokens())};
}

std::uint64_t save_checkpoint(AtomicFile file, const TrainingFacts& facts, const TrainingState& state) {
  const Position& at = state.position;
  const std::string settings = settings_text(facts.config, facts.vocabulary);
  const std::string strings = joined({facts.instruction_set, facts.vocabulary.stop_words_file,
                                      facts.vocabulary.keep_words_file, facts.vocabulary.vocabulary_file});
  const std::array<Place, 1> place{
      {{static_cast<std::uint64_t>(at.epoch), at.chunk, at.in_epoch, at.pairs, at.seconds, at.epoch_seconds,
        at.best_held_out, at.epochs_since_best, state.adam.steps, facts.tokens, facts.token_hash}}};
  const Vocabulary& vocabulary = state.model.vocabulary;
  std::string words;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) (words += vocabulary.words()[i]) += '\0';
  const bool has_best = holds_best(facts.config, at);
  const auto kept_bytes = [&](const Matrix<float>& kept) { return has_best ? bytes_of(kept) : std::span<const std::byte>(); };
  const std::array<Section, 14> sections{{{"settings", bytes_of(settings)},
                                          {"strings", bytes_of(strings)},
                                          {"position", bytes_of(place)},
                                          {"words", bytes_of(words)},
                                          {"counts", bytes_of(vocabulary.counts())},
                                          {"frozen", bytes_of(state.frozen)},
                                          {"input", bytes_of(state.model.input)},
                                          {"output", bytes_of(state.model.output)},
                                          {"input-mean", bytes_of(state.adam.input.mean)},
                                          {"input-square", bytes_of(state.adam.input.square)},
                                          {"output-mean", bytes_of(state.adam.output.mean)},
                                          {"output-square", bytes_of(state.adam.output.square)},
                                          {"best-input", kept_bytes(state.best.input)},
                                          {"best-output", kept_bytes(state.best.output)}}};
  write_sections(file, checkpoint_kind, sections);
  file.commit();
  return section_file_bytes(sections);
}

Checkpoint load_checkpoint(const std::string& path) {
  const SectionReader file(path, checkpoint_kind);
  TrainingFacts facts;
  read_facts(file, facts);
  TrainingState state;
  state.position = read_position(file, facts, state.adam.steps);
  state.model.vocabulary = read_words(file);
  const std::size_t words = state.model.vocabulary.size();
  const std::size_t dim = facts.config.dim;
  state.frozen = read_frozen(file, words);
  state.model.input = read_matrix(file, "input", words, dim, "the input matrix");
  state.model.output = read_matrix(file, "output", words, dim, "the output matrix");
  const std::size_t adam_rows = facts.config.optimizer == Optimizer::adam ? words : 0;
  const auto read_moments = [&](const char* mean, const char* square, Moments<float>& moments) {
    moments.mean = read_matrix(file, mean, adam_rows, dim, "the mean gradients");
    moments.square = read_matrix(file, square, adam_rows, dim, "the squared gradients");
  };
  read_moments("input-mean", "input-square", state.adam.input);
  read_moments("output-mean", "output-square", state.adam.output);
  const std::size_t best_rows = holds_best(facts.config, state.position) ? words : 0;
  state.best.input = read_matrix(file, "best-input", best_rows, dim, "the best epoch's input matrix");
  state.best.output = read_matrix(file, "best-output", best_rows, dim, "the best epoch's output matrix");
  return {std::move(facts), std::move(state)};
}

void require_same_corpus(const Checkpoint& checkpoint, const std::string& path, const Corpus& corpus) {
  const auto refuse = [&](const std::string& what) {
    return Error(fmt::format("{}: a checkpoint of another corpus: {}", path, what));
  };
  const std::string words = difference(checkpoint.state.model.vocabulary, corpus.vocabulary);
  if (!words.empty()) throw refuse(words);
  const std::span<const TokenId> tokens = corpus.tokens.tokens();
  if (tokens.size() != checkpoint.facts.tokens) {
    throw refuse(fmt::format("expected {} tokens, found {}", format_count(checkpoint.facts.tokens),
                             format_count(tokens.size())));
  }
  if (hash_of(tokens) != checkpoint.facts.token_hash) {
    throw refuse(fmt::format("expected its words and sentences in another order: hash {:016x}, found {:016x}",
                             checkpoint.facts.token_hash, hash_of(tokens)));
  }
  if (checkpoint.state.position.chunk >= corpus.tokens.chunks()) {
    throw refuse(fmt::format("expected more than {} chunks, found {}", checkpoint.state.position.chunk,
                             corpus.tokens.chunks()));
  }
}

}  // namespace w2v
