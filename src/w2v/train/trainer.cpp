#include "w2v/train/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/base/word_list.hpp"
#include "w2v/sampling/noise.hpp"
#include "w2v/train/run.hpp"
#include "w2v/train/softmax_worker.hpp"
#include "w2v/train/worker.hpp"

namespace w2v {
namespace {

/// The words by falling count, those of equal count by their first appearance in the text.
std::vector<std::uint32_t> order_of_appearance(const Vocabulary& vocabulary, const TokenStream& tokens) {
  std::vector<std::uint64_t> first(vocabulary.size(), std::numeric_limits<std::uint64_t>::max());
  const std::span<const TokenId> ids = tokens.tokens();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::uint64_t& place = first[ids[i] & word_bits];
    place = std::min<std::uint64_t>(place, i);
  }
  std::vector<std::uint32_t> order(vocabulary.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    const std::uint64_t count_a = vocabulary.counts()[a];
    const std::uint64_t count_b = vocabulary.counts()[b];
    return count_a != count_b ? count_a > count_b : first[a] < first[b];
  });
  return order;
}

void require_two_words(const Vocabulary& vocabulary) {
  if (vocabulary.size() >= 2) return;
  throw Error(fmt::format("the vocabulary has {}: expected two or more to tell apart",
                          vocabulary.size() == 0 ? "no word" : fmt::format("one word, '{}'", printable(vocabulary.words()[0]))));
}

int threads_of(const TrainConfig& config) {
  return config.threads > 0 ? config.threads : usable_cores();
}

/// Chunks at the end of the text that have the share of its tokens that is held out, or a little more.
std::size_t held_out_chunks(const TokenStream& tokens, double share) {
  if (share == 0) return 0;
  const auto most_trained = static_cast<std::uint64_t>((1 - share) * static_cast<double>(tokens.tokens().size()));
  std::size_t trained = std::max<std::size_t>(tokens.chunks(), 1) - 1;
  while (trained > 0 && tokens.chunk_begin(trained) > most_trained) --trained;
  if (trained == 0) {
    throw Error(fmt::format("the text has {} tokens, too few to hold a share of {} out: it is parted in pieces of about {}, "
                            "expected two or more",
                            format_count(tokens.tokens().size()), share, format_count(TokenStream::chunk_tokens)));
  }
  return tokens.chunks() - trained;
}

template <Architecture architecture>
void run(const SharedState<float>& shared, TrainingState& state, Observer& observer,
         const TrainHooks& hooks) {
  const TrainConfig& config = shared.config;
  const Vocabulary& vocabulary = state.model.vocabulary;
  const int threads = threads_of(config);
  const auto train_with = [&](auto make_worker, double untrained_loss, int workers) {
    Run(shared, make_worker, untrained_loss, state, observer, hooks).to_the_end(workers);
  };
  if (config.objective == Objective::softmax) {
    const auto make_worker = [threads](const SharedState<float>& of) { return SoftmaxWorker<architecture>(of, threads); };
    train_with(make_worker, std::log(static_cast<double>(vocabulary.size())),
               1);  // its threads work on one batch
  } else if (config.objective == Objective::hierarchical_softmax) {
    const HuffmanTree tree(vocabulary.counts(), order_of_appearance(vocabulary, shared.tokens));
    double turns = 0;
    for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
      turns += static_cast<double>(vocabulary.counts()[word]) * static_cast<double>(tree.path(word).size());
    }
    const auto make_worker = [&tree](const SharedState<float>& of) {
      return TrainingWorker<architecture, PathTargets, float>(of, PathTargets(tree));
    };
    train_with(make_worker, turns / static_cast<double>(vocabulary.total()) * std::log(2.0), threads);
  } else {
    const AliasTable noise = noise_distribution(vocabulary, config.noise_power);
    const NoiseTargets targets(noise, static_cast<std::size_t>(config.negatives), config.noise_pool_size());
    const auto make_worker = [&targets](const SharedState<float>& of) {
      return TrainingWorker<architecture, NoiseTargets, float>(of, targets);
    };
    train_with(make_worker, (1 + config.negatives) * std::log(2.0), threads);
  }
}

}  // namespace

TrainingState start_training(Vocabulary vocabulary, const TrainConfig& config) {
  config.validate();
  require_two_words(vocabulary);
  const std::size_t words = vocabulary.size();
  TrainingState state;
  state.model = make_model(std::move(vocabulary), config.dim, config.seed, threads_of(config));
  if (config.optimizer == Optimizer::adam) state.adam = {{words, config.dim}, {words, config.dim}};
  return state;
}

TrainingState continue_training(const TrainingState& before, Vocabulary vocabulary, const TrainConfig& config) {
  if (config.objective == Objective::hierarchical_softmax) {
    throw UsageError("hierarchical softmax cannot go on with other words: its output rows belong to the nodes of a tree that would "
                     "be another: expected --objective ns or softmax");
  }
  const Model& earlier = before.model;
  if (earlier.input.dim() != config.dim)
    throw UsageError(fmt::format("--dim {}: the earlier vectors have {} values", config.dim, earlier.input.dim()));
  TrainingState state = start_training(std::move(vocabulary), config);
  const WordIndex index(state.model.vocabulary.words());
  if (!before.frozen.empty()) state.frozen.assign(state.model.vocabulary.size(), 0);
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

std::uint64_t best_bytes(std::size_t words, const TrainConfig& config) {
  return config.patience > 0 ? model_bytes(words, config.dim) : 0;
}

std::uint64_t training_bytes(std::size_t words, const TrainConfig& config) {
  const std::uint64_t matrices = model_bytes(words, config.dim);
  const std::uint64_t kept = matrices + best_bytes(words, config);
  const auto threads = static_cast<std::uint64_t>(threads_of(config));
  if (config.objective != Objective::softmax) {
    return config.deterministic && threads > 1 ? kept + std::min<std::uint64_t>(threads, most_replicas) * matrices : kept;
  }
  const std::uint64_t moments = config.optimizer == Optimizer::adam ? 2 * matrices : 0;
  return kept + moments +
         SoftmaxStep<float>::bytes(words, config.dim, static_cast<std::size_t>(config.batch),
                                   threads_of(config));
}

void train(TrainingState& state, const TokenStream& tokens, const TrainConfig& config, Observer& observer,
           const TrainHooks& hooks) {
  config.validate();
  require_two_words(state.model.vocabulary);
  if (config.patience > 0 && !state.best.reserved() && !is_done(state.position, config))
    state.best.reserve(state.model.vocabulary.size(), config.dim);
  const Subsampler subsampler(state.model.vocabulary, config.subsample, config.subsample_formula);
  const SharedState<float> shared{.config = config,
                                  .tokens = tokens,
                                  .subsampler = subsampler,
                                  .schedule = {config.start_rate(), config.end_rate()},
                                  .input = state.model.input,
                                  .output = state.model.output,
                                  .frozen = state.frozen,
                                  .adam = config.optimizer == Optimizer::adam ? &state.adam : nullptr,
                                  .held_out = held_out_chunks(tokens, config.held_out)};
  if (config.architecture == Architecture::skipgram) {
    run<Architecture::skipgram>(shared, state, observer, hooks);
  } else {
    run<Architecture::cbow>(shared, state, observer, hooks);
  }
}

std::uint64_t trained_tokens(const TokenStream& tokens, const TrainConfig& config) {
  const std::size_t held_out = held_out_chunks(tokens, config.held_out);
  return held_out == 0 ? tokens.tokens().size() : tokens.chunk_begin(tokens.chunks() - held_out);
}

bool is_done(const Position& at, const TrainConfig& config) {
  return at.epoch == config.epochs ||
         (config.patience > 0 && at.epochs_since_best >= static_cast<std::uint64_t>(config.patience));
}

Model train(Corpus& corpus, const TrainConfig& config, Observer& observer, const TrainHooks& hooks) {
  TrainingState state = start_training(std::move(corpus.vocabulary), config);
  train(state, corpus.tokens, config, observer, hooks);
  return std::move(state.model);
}

}  // namespace w2v
