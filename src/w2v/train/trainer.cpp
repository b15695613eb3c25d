#include "w2v/train/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/objectives/logistic_worker.hpp"
#include "w2v/objectives/softmax_worker.hpp"
#include "w2v/objectives/subword_cbow.hpp"
#include "w2v/objectives/subword_skipgram.hpp"
#include "w2v/sampling/noise.hpp"
#include "w2v/train/divergence_guard.hpp"
#include "w2v/train/held_out.hpp"
#include "w2v/train/local_replicas.hpp"
#include "w2v/train/run.hpp"

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

void require_rows(const Model& model, const TrainConfig& config) {
  const ModelRows expected = model_rows(model.vocabulary.size(), model.bags.buckets_of_rows().size(), config);
  if (model.rows == expected) return;
  throw Error(
      fmt::format("the model has other rows than these settings train: expected input rows '{}' and output rows '{}', "
                  "found '{}' and '{}'",
                  expected.input.text(), expected.output.text(), model.rows.input.text(), model.rows.output.text()));
}

/// What makes trainers under negative sampling and hierarchical softmax.
template <Architecture architecture, class Targets>
MakeChunkTrainer logistic_trainers(const Targets& targets) {
  return [targets](const TrainingJob<float>& job) -> std::unique_ptr<ChunkTrainer> {
    if (job.bags == nullptr) return std::make_unique<LogisticWorker<architecture, Targets, float>>(job, targets);
    if constexpr (architecture == Architecture::skipgram) {
      return std::make_unique<SubwordSkipgram<Targets, float>>(job, targets);
    } else {
      return std::make_unique<SubwordCbow<Targets, float>>(job, targets);
    }
  };
}

template <Architecture architecture>
void run(const TrainingJob<float>& job, TrainingState& state, Observer& observer, const TrainHooks& hooks) {
  const TrainConfig& config = job.config;
  const Vocabulary& vocabulary = state.model.vocabulary;
  const int threads = thread_count(config.threads);
  const auto train_with = [&](const MakeChunkTrainer& make_trainer, double untrained_loss, int workers) {
    const DivergenceGuard guard(config, job.schedule, untrained_loss);
    std::optional<LocalReplicas> replicas;
    if (config.deterministic && workers > 1) {
      workers = std::min(workers, static_cast<int>(LocalReplicas::most));
      replicas.emplace(job, static_cast<std::size_t>(workers));
    }
    run_epochs(job, make_trainer, guard, workers, replicas ? &*replicas : nullptr, state, observer, hooks);
  };
  if (config.objective == Objective::softmax) {
    const auto make_trainer = [threads](const TrainingJob<float>& of) {
      return std::make_unique<SoftmaxWorker<architecture>>(of, threads);
    };
    train_with(make_trainer, std::log(static_cast<double>(vocabulary.size())), 1);  // its threads work on one batch
  } else if (config.objective == Objective::hierarchical_softmax) {
    const HuffmanTree tree(vocabulary.counts(), order_of_appearance(vocabulary, job.tokens));
    double branches = 0;
    for (std::uint32_t word = 0; word < vocabulary.size(); ++word) {
      branches += static_cast<double>(vocabulary.counts()[word]) * static_cast<double>(tree.path(word).size());
    }
    train_with(logistic_trainers<architecture>(PathTargets(tree)),
               branches / static_cast<double>(vocabulary.total()) * std::log(2.0), threads);
  } else {
    const AliasTable noise = noise_distribution(vocabulary, config.noise_power);
    const NoiseTargets targets(noise, static_cast<std::size_t>(config.negatives), config.noise_pool_size(),
                               job.bags != nullptr ? RightAsNoise::redraw : RightAsNoise::drop);
    train_with(logistic_trainers<architecture>(targets), (1 + config.negatives) * std::log(2.0), threads);
  }
}

}  // namespace

std::uint64_t best_bytes(const ModelRows& rows, const TrainConfig& config) {
  return config.patience > 0 ? model_bytes(rows, config.dim) : 0;
}

std::uint64_t training_bytes(const ModelRows& rows, const TrainConfig& config) {
  const std::uint64_t matrices = model_bytes(rows, config.dim);
  const std::uint64_t kept = matrices + best_bytes(rows, config);
  const auto threads = static_cast<std::uint64_t>(thread_count(config.threads));
  if (config.objective != Objective::softmax) {
    return config.deterministic && threads > 1 ? kept + std::min<std::uint64_t>(threads, LocalReplicas::most) * matrices
                                               : kept;
  }
  const std::uint64_t moments = config.optimizer == Optimizer::adam ? 2 * matrices : 0;
  return kept + moments +
         SoftmaxStep<float>::bytes(rows.output.rows(), config.dim, static_cast<std::size_t>(config.batch),
                                   thread_count(config.threads));
}

void train(TrainingState& state, const TokenStream& tokens, const TrainConfig& config, Observer& observer,
           const TrainHooks& hooks) {
  config.validate();
  require_two_words(state.model.vocabulary);
  require_rows(state.model, config);
  const Subsampler subsampler(state.model.vocabulary, config.subsample, config.subsample_formula);
  const TrainingJob<float> job{.config = config,
                               .tokens = tokens,
                               .subsampler = subsampler,
                               .schedule = {config.start_rate(), config.end_rate()},
                               .input = state.model.input,
                               .output = state.model.output,
                               .bags = state.model.bags.empty() ? nullptr : &state.model.bags,
                               .frozen = state.frozen,
                               .adam = config.optimizer == Optimizer::adam ? &state.adam : nullptr,
                               .held_out = held_out_chunks(tokens, config.held_out)};
  if (is_done(state.position, config)) return;
  if (config.patience > 0 && !state.best.reserved()) state.best.reserve(state.model);
  if (config.architecture == Architecture::skipgram) {
    run<Architecture::skipgram>(job, state, observer, hooks);
  } else {
    run<Architecture::cbow>(job, state, observer, hooks);
  }
}

std::uint64_t trained_tokens(const TokenStream& tokens, const TrainConfig& config) {
  const std::size_t held_out = held_out_chunks(tokens, config.held_out);
  return held_out == 0 ? tokens.tokens().size() : tokens.chunk_begin(tokens.chunks() - held_out);
}

Model train(Corpus& corpus, const TrainConfig& config, Observer& observer, const TrainHooks& hooks) {
  TrainingState state = start_training(std::move(corpus.vocabulary), config);
  train(state, corpus.tokens, config, observer, hooks);
  return std::move(state.model);
}

}  // namespace w2v
