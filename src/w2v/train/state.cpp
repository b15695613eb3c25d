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

ModelRows model_rows(std::uint64_t words, const TrainConfig& config) {
  const RowLayout rows_of_words({{RowKind::word, words}});
  if (config.objective != Objective::hierarchical_softmax) return {rows_of_words, rows_of_words};
  return {rows_of_words, RowLayout({{RowKind::inner_node, words - 1}})};
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
  ModelRows rows = model_rows(vocabulary.size(), config);
  TrainingState state;
  state.model =
      make_model(std::move(vocabulary), std::move(rows), config.dim, config.seed, thread_count(config.threads));
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
  for (std::size_t i = 0; i < earlier.vocabulary.size(); ++i) {
    const std::optional<std::uint32_t> word = index.find(earlier.vocabulary.words()[i]);
    if (!word) {
      throw Error(fmt::format("the vocabulary lacks '{}', a word of the earlier training: expected all of its words",
                              printable(earlier.vocabulary.words()[i])));
    }
    std::copy_n(earlier.input.row(i), config.dim, state.model.input.row(*word));
    std::copy_n(earlier.output.row(i), config.dim, state.model.output.row(*word));
    if (!before.frozen.empty()) state.frozen[*word] = before.frozen[i];
  }
  return state;
}

}  // namespace w2v
