#include "w2v/train/state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/base/word_list.hpp"

namespace w2v {

bool is_done(const Position& at, const TrainConfig& config) {
  return at.epoch == config.epochs ||
         (config.patience > 0 && at.epochs_since_best >= static_cast<std::uint64_t>(config.patience));
}

WordBags word_bags(const Vocabulary& vocabulary, const TrainConfig& config) {
  if (!config.subwords.any()) return {};
  return {vocabulary.words(), config.subwords, static_cast<std::uint32_t>(config.buckets)};
}

ModelRows model_rows(std::uint64_t words, std::uint64_t ngrams, const TrainConfig& config) {
  const bool tree = config.objective == Objective::hierarchical_softmax;
  return {
      RowLayout({{RowKind::word, words}, {RowKind::ngram, ngrams}}),
      RowLayout({tree ? RowLayout::Range{RowKind::inner_node, words - 1} : RowLayout::Range{RowKind::word, words}})};
}

void require_two_words(const Vocabulary& vocabulary) {
  if (vocabulary.size() >= 2) return;
  throw Error(fmt::format(
      "the vocabulary has {}: expected two or more to tell apart",
      vocabulary.size() == 0 ? "no word" : fmt::format("one word, '{}'", printable(vocabulary.words()[0]))));
}

TrainingState start_training(Vocabulary vocabulary, const TrainConfig& config) {
  config.validate();
  require_two_words(vocabulary);
  WordBags bags = word_bags(vocabulary, config);
  ModelRows rows = model_rows(vocabulary.size(), bags.buckets_of_rows().size(), config);
  TrainingState state;
  state.model =
      make_model(std::move(vocabulary), std::move(rows), config.dim, config.seed, thread_count(config.threads));
  state.model.bags = std::move(bags);
  if (config.optimizer == Optimizer::adam)
    state.adam = {{state.model.input.rows(), config.dim}, {state.model.output.rows(), config.dim}};
  return state;
}

TrainingState continue_training(const TrainingState& before, Vocabulary vocabulary, const TrainConfig& config) {
  if (before.model.rows.output.rows_of(RowKind::inner_node) > 0 ||
      config.objective == Objective::hierarchical_softmax) {
    throw UsageError(
        "hierarchical softmax cannot go on with other words: its output rows belong to the nodes of a tree that would "
        "be another: expected --objective ns or softmax");
  }
  const Model& earlier = before.model;
  if (earlier.input.dim() != config.dim)
    throw UsageError(fmt::format("--dim {}: the earlier vectors have {} values", config.dim, earlier.input.dim()));
  TrainingState state = start_training(std::move(vocabulary), config);
  const WordIndex index(state.model.vocabulary.words());
  if (!before.frozen.empty()) state.frozen.assign(state.model.input.rows(), 0);
  const auto take_input_row = [&](std::size_t from, std::size_t to) {
    std::copy_n(earlier.input.row(from), config.dim, state.model.input.row(to));
    if (!before.frozen.empty()) state.frozen[to] = before.frozen[from];
  };
  for (std::size_t i = 0; i < earlier.vocabulary.size(); ++i) {
    const std::optional<std::uint32_t> word = index.find(earlier.vocabulary.words()[i]);
    if (!word) {
      throw Error(fmt::format("the vocabulary lacks '{}', a word of the earlier training: expected all of its words",
                              printable(earlier.vocabulary.words()[i])));
    }
    take_input_row(i, *word);
    std::copy_n(earlier.output.row(i), config.dim, state.model.output.row(*word));
  }
  const std::vector<std::uint32_t>& buckets = earlier.bags.buckets_of_rows();
  const BucketRows rows(state.model.bags, static_cast<std::uint32_t>(config.buckets));
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    // All earlier words are here, so all of their n-grams are.
    take_input_row(earlier.vocabulary.size() + i, rows.row_of(buckets[i]).value());
  }
  return state;
}

}  // namespace w2v
