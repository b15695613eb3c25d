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
#include "w2v/settings/settings.hpp"
#include "w2v/simd/target.hpp"
#include "w2v/train/trainer.hpp"

namespace w2v {
namespace {

constexpr SectionFileKind checkpoint_kind{"w2v ckpt", 4, "a checkpoint of w2v",
                                          ": only the w2v that wrote it reads it"};

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
  if (strings.size() != 4) throw file.wrong("strings", fmt::format("expected 4 strings, found {}", strings.size()));
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
  constexpr double most_seconds = 1e9;  // 30 years: as a span of time they fit into a clock's numbers
  for (const double seconds : {at.seconds, at.epoch_seconds}) {
    if (!(seconds >= 0 && seconds <= most_seconds))
      throw file.wrong("position", fmt::format("expected 0 to {} seconds, found {}", most_seconds, seconds));
  }
  adam_steps = at.adam_steps;
  facts.tokens = at.tokens;
  facts.token_hash = at.token_hash;
  return {static_cast<int>(at.epoch), at.chunk,         at.in_epoch,         at.pairs, at.seconds,
          at.epoch_seconds,           at.best_held_out, at.epochs_since_best};
}

/// A vocabulary: its words, each ended by NUL, and their counts.
std::string joined_words(const Vocabulary& vocabulary) {
  std::string words;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) (words += vocabulary.words()[i]) += '\0';
  return words;
}

Vocabulary read_vocabulary(const SectionReader& file, const char* words_name, const char* counts_name) {
  const std::string text = file.read(words_name);
  const std::vector<std::string_view> words = parted(text);
  const std::string counts = file.read(counts_name);
  if (counts.size() != words.size() * sizeof(std::uint64_t)) {
    throw file.wrong(counts_name, fmt::format("expected {} bytes for as many words, found {}",
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

/// Two lines, such as "input words 3" and "output inner-nodes 2".
std::string rows_text(const ModelRows& rows) {
  return fmt::format("input {}\noutput {}\n", rows.input.text(), rows.output.text());
}

ModelRows read_rows(const SectionReader& file) {
  const std::string text = file.read("rows");
  constexpr std::string_view before_input = "input ";
  constexpr std::string_view before_output = "\noutput ";
  const std::size_t end_of_input = text.find(before_output);
  if (!text.starts_with(before_input) || end_of_input == std::string::npos || !text.ends_with('\n'))
    throw file.wrong("rows", fmt::format("expected 'input KINDS' and 'output KINDS', found '{}'", printable(text)));
  try {
    const std::string_view lines = std::string_view(text).substr(0, text.size() - 1);
    return {RowLayout::parse(lines.substr(0, end_of_input).substr(before_input.size())),
            RowLayout::parse(lines.substr(end_of_input).substr(before_output.size()))};
  } catch (const Error& e) {
    throw file.wrong("rows", e.what());
  }
}

/// Reads what the rows of the matrices belong to.
void read_words(const SectionReader& file, const TrainConfig& config, Model& model) {
  model.rows = read_rows(file);
  model.vocabulary = read_vocabulary(file, "words", "counts");
  model.contexts = read_vocabulary(file, "contexts", "context-counts");
  const auto require_rows = [&](const char* section, RowKind kind, std::size_t words) {
    for (const RowLayout& layout : {model.rows.input, model.rows.output}) {
      if (layout.rows_of(kind) != 0 && layout.rows_of(kind) != words)
        throw file.wrong(section, fmt::format("expected {}, found {}", layout.rows_of(kind), words));
    }
  };
  if (model.vocabulary.size() < 2)
    throw file.wrong("words", fmt::format("expected two words or more, found {}", model.vocabulary.size()));
  if (model.rows.input.rows_of(RowKind::word) == 0)
    throw file.wrong("rows", "expected input rows of words, found none");
  require_rows("words", RowKind::word, model.vocabulary.size());
  require_rows("contexts", RowKind::context, model.contexts.size());
  model.bags = word_bags(model.vocabulary, config);
  const std::size_t ngrams = model.bags.buckets_of_rows().size();
  if (!model.bags.empty() && model.rows.input.rows_of(RowKind::ngram) != ngrams)
    throw file.wrong("rows",
                     fmt::format("expected {} n-grams, found {}", ngrams, model.rows.input.rows_of(RowKind::ngram)));
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

std::vector<std::uint8_t> read_frozen(const SectionReader& file, std::size_t rows) {
  const std::uint64_t length = file.length("frozen");
  if (length != 0 && length != rows)
    throw file.wrong("frozen", fmt::format("expected 0 or {} bytes, found {}", rows, length));
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
  return expected.size() == found.size() ? ""
                                         : fmt::format("expected {} words, found {}", expected.size(), found.size());
}

}  // namespace

TrainingFacts training_facts(const TrainConfig& config, const VocabularyConfig& vocabulary, const TokenStream& tokens) {
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
  const Model& model = state.model;
  const std::string rows = rows_text(model.rows);
  const std::string words = joined_words(model.vocabulary);
  const std::string contexts = joined_words(model.contexts);
  const bool has_best = holds_best(facts.config, at);
  const auto kept_bytes = [&](const Matrix<float>& kept) {
    return has_best ? bytes_of(kept) : std::span<const std::byte>();
  };
  const std::array<Section, 17> sections{{{"settings", bytes_of(settings)},
                                          {"strings", bytes_of(strings)},
                                          {"position", bytes_of(place)},
                                          {"rows", bytes_of(rows)},
                                          {"words", bytes_of(words)},
                                          {"counts", bytes_of(model.vocabulary.counts())},
                                          {"contexts", bytes_of(contexts)},
                                          {"context-counts", bytes_of(model.contexts.counts())},
                                          {"frozen", bytes_of(state.frozen)},
                                          {"input", bytes_of(model.input)},
                                          {"output", bytes_of(model.output)},
                                          {"input-mean", bytes_of(state.adam.input.mean)},
                                          {"input-square", bytes_of(state.adam.input.square)},
                                          {"output-mean", bytes_of(state.adam.output.mean)},
                                          {"output-square", bytes_of(state.adam.output.square)},
                                          {"best-input", kept_bytes(state.best.input)},
                                          {"best-output", kept_bytes(state.best.output)}}};
  const std::uint64_t bytes = write_sections(file, checkpoint_kind, sections);
  file.commit();
  return bytes;
}

Checkpoint load_checkpoint(const std::string& path) {
  const SectionReader file(path, checkpoint_kind);
  TrainingFacts facts;
  read_facts(file, facts);
  TrainingState state;
  state.position = read_position(file, facts, state.adam.steps);
  read_words(file, facts.config, state.model);
  const std::uint64_t input_rows = state.model.rows.input.rows();
  const std::uint64_t output_rows = state.model.rows.output.rows();
  const std::size_t dim = facts.config.dim;
  state.frozen = read_frozen(file, input_rows);
  state.model.input = read_matrix(file, "input", input_rows, dim, "the input matrix");
  state.model.output = read_matrix(file, "output", output_rows, dim, "the output matrix");
  const bool adam = facts.config.optimizer == Optimizer::adam;
  const auto read_moments = [&](const char* mean, const char* square, std::uint64_t rows, Moments<float>& moments) {
    moments.mean = read_matrix(file, mean, adam ? rows : 0, dim, "the mean gradients");
    moments.square = read_matrix(file, square, adam ? rows : 0, dim, "the squared gradients");
  };
  read_moments("input-mean", "input-square", input_rows, state.adam.input);
  read_moments("output-mean", "output-square", output_rows, state.adam.output);
  const bool best = holds_best(facts.config, state.position);
  state.best.input = read_matrix(file, "best-input", best ? input_rows : 0, dim, "the best epoch's input matrix");
  state.best.output = read_matrix(file, "best-output", best ? output_rows : 0, dim, "the best epoch's output matrix");
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
    throw refuse(
        fmt::format("expected more than {} chunks, found {}", checkpoint.state.position.chunk, corpus.tokens.chunks()));
  }
}

}  // namespace w2v
