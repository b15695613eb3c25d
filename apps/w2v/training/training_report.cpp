#include "training/training_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "command_line/console.hpp"
#include "w2v/base/memory.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/subsampler.hpp"
#include "w2v/model/model.hpp"
#include "w2v/settings/settings.hpp"
#include "w2v/simd/target.hpp"
#include "w2v/train/trainer.hpp"

namespace app {
namespace {

std::string objective_text(const w2v::TrainConfig& config) {
  if (config.objective == w2v::Objective::hierarchical_softmax) return "hierarchical softmax";
  if (config.objective == w2v::Objective::softmax) {
    return fmt::format("full softmax, {}, batches of {}", w2v::name_of(config.optimizer), config.batch);
  }
  const int pool = config.noise_pool_size();
  return fmt::format(
      "{} noise words of count^{}{}", config.negatives, config.noise_power,
      pool > 0 ? fmt::format(" from a pool of {}", w2v::format_count(static_cast<std::uint64_t>(pool))) : "");
}

/// Share of the tokens that subsampling is expected to keep.
double share_kept(const w2v::Corpus& corpus, const w2v::TrainConfig& config) {
  const w2v::Subsampler subsampler(corpus.vocabulary, config.subsample, config.subsample_formula);
  return subsampler.expected_tokens() / static_cast<double>(corpus.vocabulary.total());
}

}  // namespace

w2v::ModelRows report_size(const w2v::Corpus& corpus, const w2v::TrainConfig& config) {
  const double kept_share = share_kept(corpus, config);
  const std::uint64_t tokens = corpus.tokens.tokens().size();
  console::info(fmt::format("sentences: {}; expected after subsampling at {}: {} tokens an epoch, {:.1f} %",
                            w2v::format_count(corpus.tokens.sentences()), config.subsample,
                            w2v::format_count(static_cast<std::uint64_t>(kept_share * static_cast<double>(tokens))),
                            100 * kept_share));
  const w2v::WordBags bags = w2v::word_bags(corpus.vocabulary, config);
  const std::uint64_t ngrams = bags.buckets_of_rows().size();
  if (!bags.empty()) {
    console::info(fmt::format("n-grams of {} characters: {} rows for them, {} rows a word in the mean",
                              w2v::text_of(config.subwords), w2v::format_count(ngrams),
                              w2v::format_count(bags.rows() / bags.words())),
                  {{"ngrams", ngrams}});
  }
  const w2v::ModelRows rows = w2v::model_rows(corpus.vocabulary.size(), ngrams, config);
  const std::uint64_t matrices = w2v::model_bytes(rows, config.dim);
  const std::uint64_t vocabulary = corpus.vocabulary.memory() + bags.memory();
  const std::uint64_t ids = tokens * sizeof(w2v::TokenId);
  const std::uint64_t best = w2v::best_bytes(rows, config);
  const std::uint64_t more = w2v::training_bytes(rows, config) - matrices - best;
  console::info(fmt::format(
      "memory: {} for two matrices, {}{}{} for the vocabulary, {} for the token ids{}", w2v::format_bytes(matrices),
      best > 0 ? fmt::format("{} for those of the best epoch, ", w2v::format_bytes(best)) : "",
      more > 0
          ? fmt::format("{} for {}, ", w2v::format_bytes(more),
                        config.objective == w2v::Objective::softmax ? "minibatches" : "the threads' copies of them")
          : "",
      w2v::format_bytes(vocabulary), w2v::format_bytes(ids), corpus.tokens.on_disk() ? " (in a temporary file)" : ""));
  return rows;
}

void warn_of_memory(const w2v::ModelRows& rows, const w2v::TrainConfig& config) {
  const std::uint64_t needed = w2v::training_bytes(rows, config);
  if (needed > w2v::free_memory()) {
    console::warning(
        fmt::format("the matrices need {}, of memory {} is free: lower --dim, or the number of words with "
                    "--min-count or --max-vocab",
                    w2v::format_bytes(needed), w2v::format_bytes(w2v::free_memory())));
  }
}

void warn_of_size(const w2v::Corpus& corpus, const w2v::TrainConfig& config) {
  const std::uint64_t words = corpus.vocabulary.size();
  const std::uint64_t tokens = corpus.tokens.tokens().size();
  // A word needs a few dozen contexts, a dimension some hundred: the smallest
  // corpora that are still of use (data/corpus.txt) have 300 tokens a word and 5,000 a dimension.
  constexpr double few_a_word = 20;
  constexpr double few_a_dimension = 500;
  const double a_word = static_cast<double>(tokens) / static_cast<double>(words);
  const double a_dimension = static_cast<double>(tokens) / static_cast<double>(config.dim);
  const auto is_small = [&](double part) { return part * a_word < few_a_word || part * a_dimension < few_a_dimension; };
  // These numbers are before subsampling, which usually keeps a third or more. Where it keeps far less, the rest is
  // judged.
  constexpr double usual = 0.1;
  const double share = share_kept(corpus, config);
  if (is_small(1) || (share < usual && is_small(share))) {
    constexpr double nearly_all = 0.9;
    const bool dropped = share < nearly_all;
    console::warning(
        fmt::format("a small corpus: {:.0f} tokens a word and {:.0f} a dimension{}, good vectors need more than {} and "
                    "{}: more text, {}a higher --min-count, a lower --dim, or more --epochs",
                    a_word, a_dimension,
                    dropped ? fmt::format(", --subsample {} drops {:.1f} % of them and leaves {:.0f} and {:.0f}",
                                          config.subsample, 100 * (1 - share), share * a_word, share * a_dimension)
                            : "",
                    few_a_word, few_a_dimension, dropped ? "--subsample 0 or a higher one, " : ""));
  }
  // Rows that all threads have in hand at a time: from a quarter of the vocabulary on, two of them often have
  // the same.
  const std::uint64_t in_hand =
      static_cast<std::uint64_t>(config.threads) * static_cast<std::uint64_t>(2 * config.window + 1 + config.negatives);
  if (config.threads > 1 && config.objective != w2v::Objective::softmax && 4 * in_hand > words) {
    console::warning(
        fmt::format("{} threads on {} words: they will change the same rows at the same time, and some changes get "
                    "lost: expected fewer --threads",
                    config.threads, w2v::format_count(words)));
  }
}

void report_settings(const w2v::TrainConfig& config) {
  console::info(
      fmt::format("training: {}, dim {}, window {}{}, {}, {} epochs, rate {:.6g} to {:.6g}, {} threads, seed {}, {}",
                  w2v::name_of(config.architecture), config.dim, config.window, config.fixed_window ? " fixed" : "",
                  objective_text(config), config.epochs, config.start_rate(), config.end_rate(), config.threads,
                  config.seed, w2v::simd::target_name()));
  if (config.objective == w2v::Objective::softmax) {
    console::info(
        "softmax: the same text, options and instruction set give the same bytes, with any number of "
        "threads");
  } else if (config.threads == 1) {
    console::info("one thread: the same text, options and instruction set give the same bytes");
  } else if (config.deterministic) {
    console::info("deterministic: the same text, options, number of threads and instruction set give the same bytes");
  }
}

void report_continued(const std::string& path, const w2v::Checkpoint& earlier, const w2v::Corpus& corpus,
                      const w2v::TrainConfig& config) {
  const std::size_t words = earlier.state.model.vocabulary.size();
  console::info(
      fmt::format(
          "continuing {}: its {} words, {} new ones; counts are those of both texts, only this one is trained on, and "
          "the rate falls from {:.6g} to {:.6g} over it",
          path, w2v::format_count(words), w2v::format_count(corpus.vocabulary.size() - words), config.start_rate(),
          config.end_rate()),
      {{"words", words}, {"new_words", corpus.vocabulary.size() - words}});
}

void report_frozen(const w2v::TrainingState& state) {
  const auto frozen = static_cast<std::uint64_t>(std::ranges::count(state.frozen, 1));
  if (frozen == 0) return;
  console::info(fmt::format("frozen: {} of the {} words keep their vectors", w2v::format_count(frozen),
                            w2v::format_count(state.model.vocabulary.size())),
                {{"frozen", frozen}});
}

void report_resumed(const std::string& path, const w2v::Checkpoint& checkpoint, const w2v::TrainConfig& config,
                    std::uint64_t an_epoch) {
  const w2v::Position& at = checkpoint.state.position;
  console::info(at.epoch == config.epochs ? fmt::format("resuming {}: all {} epochs are trained", path, config.epochs)
                : w2v::is_done(at, config)
                    ? fmt::format("resuming {}: done: --patience {} ended it after epoch {} of {}", path,
                                  config.patience, at.epoch, config.epochs)
                    : fmt::format("resuming {}: epoch {}/{}, {} of its {} tokens are trained", path, at.epoch + 1,
                                  config.epochs, w2v::format_count(at.in_epoch.tokens), w2v::format_count(an_epoch)));
  const std::string here = w2v::simd::target_name();
  if ((config.threads == 1 || config.objective == w2v::Objective::softmax) &&
      here != checkpoint.facts.instruction_set) {
    console::warning(
        fmt::format("{} was trained with {}, here is {}: the bytes will not be those of a training without a stop: "
                    "W2V_SIMD={} makes them so where the processor has it",
                    path, checkpoint.facts.instruction_set, here, checkpoint.facts.instruction_set));
  }
}

}  // namespace app
