#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "w2v/eval/analogy_score.hpp"
#include "w2v/eval/eval_set.hpp"

namespace app {

/// How a model did on a set; of the same kind as the set.
using EvalScore = std::variant<w2v::AnalogyScore, w2v::SimilarityScore>;

/// Scores a model on a set. `options.case_sensitive` holds for both kinds.
EvalScore score(const w2v::EvalSet& set, const w2v::Embedding& embedding, const w2v::AnalogyScoring& options);

/// What is said of a set in one line.
struct EvalSummary {
  std::string measure;     ///< "3CosAdd", "3CosMul" or "Spearman"
  std::uint64_t asked;     ///< questions or pairs of the set
  std::uint64_t answered;  ///< of them, with known words
  double score;            ///< share that is right, or rho; NaN if nothing was answered
  w2v::Interval interval;  ///< 95 %
};

EvalSummary summary_of(const EvalScore& score, bool by_mul = false);

/// All that was evaluated, and what is to be said of it.
struct EvalReport {
  std::vector<std::string> models;
  std::vector<w2v::EvalSet> sets;
  std::vector<std::vector<EvalScore>> scores;  ///< of each model, for each set
  w2v::AnalogyScoring options;
  bool add = true;  ///< 3CosAdd is shown
  bool mul = true;  ///< 3CosMul is shown
  bool summary = false;
};

const std::string& name_of(const w2v::EvalSet& set);
/// "the first 30,000 words": those that a model's answers were sought among.
std::string words_asked_about(const w2v::AnalogyScore& score);

/// Aligned columns for a person.
std::string eval_table(const EvalReport& report);
/// A heading, and a line for each model, set, part of it and measure.
std::string eval_tsv(const EvalReport& report);
/// An object a line for each model and set.
std::string eval_json(const EvalReport& report);

}  // namespace app
