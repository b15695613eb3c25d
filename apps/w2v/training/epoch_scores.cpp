#include "training/epoch_scores.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <optional>

#include "command_line/console.hpp"
#include "eval/eval_report.hpp"
#include "w2v/base/text.hpp"

namespace app {

EpochScores::EpochScores(const std::vector<std::string>& paths, int threads) : threads_(threads) {
  for (const std::string& path : paths) sets_.push_back(w2v::read_eval_set(path));
}

void EpochScores::operator()(const w2v::EpochResult& epoch, const w2v::Model& model) {
  const auto start = std::chrono::steady_clock::now();
  std::optional<w2v::Matrix<float>> composed;
  if (!model.bags.empty()) composed = w2v::word_vectors(model, threads_);
  const w2v::Embedding embedding(model.vocabulary.words(), composed ? *composed : model.input);
  w2v::AnalogyScoring options;
  options.threads = threads_;
  options.stop_requested = console::interrupted;
  for (const w2v::EvalSet& set : sets_) {
    const EvalScore scored = score(set, embedding, options);
    const EvalSummary summary = summary_of(scored);
    const bool analogies = std::holds_alternative<w2v::AnalogySet>(set);
    const std::string value = std::isnan(summary.score) ? "no score"
                              : analogies               ? fmt::format("{:.2f} % right", 100 * summary.score)
                                                        : fmt::format("{:.4f}", summary.score);
    console::info(
        fmt::format("epoch {}/{}: {}: {} {}, {} of {} {}", epoch.epoch, epoch.epochs, name_of(set), summary.measure,
                    value, w2v::format_count(summary.answered), w2v::format_count(summary.asked),
                    analogies ? "questions, among " + words_asked_about(std::get<w2v::AnalogyScore>(scored)) : "pairs"),
        {{"epoch", epoch.epoch},
         {"set", name_of(set)},
         {analogies ? "accuracy" : "spearman", summary.score},
         {"answered", summary.answered},
         {"asked", summary.asked}});
  }
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace app
