#include "eval/eval_report.hpp"

#include <fmt/format.h>

#include <limits>

#include "w2v/base/text.hpp"

namespace app {

EvalScore score(const w2v::EvalSet& set, const w2v::Embedding& embedding, const w2v::AnalogyScoring& options) {
  if (const auto* analogies = std::get_if<w2v::AnalogySet>(&set))
    return score_analogies(*analogies, embedding, options);
  return score_similarities(std::get<w2v::SimilaritySet>(set), embedding, options.case_sensitive);
}

EvalSummary summary_of(const EvalScore& score, bool by_mul) {
  if (const auto* similarities = std::get_if<w2v::SimilarityScore>(&score)) {
    return {"Spearman", similarities->pairs, similarities->known, similarities->spearman, similarities->interval};
  }
  const w2v::AnalogyTally& total = std::get<w2v::AnalogyScore>(score).total;
  const std::uint64_t right = by_mul ? total.mul.right : total.add.right;
  return {by_mul ? "3CosMul" : "3CosAdd", total.asked, total.answered,
          total.answered > 0 ? static_cast<double>(right) / static_cast<double>(total.answered)
                             : std::numeric_limits<double>::quiet_NaN(),
          w2v::share_interval(right, total.answered)};
}

const std::string& name_of(const w2v::EvalSet& set) {
  return std::visit([](const auto& any) -> const std::string& { return any.name; }, set);
}

std::string words_asked_about(const w2v::AnalogyScore& score) {
  return fmt::format("the first {} words", w2v::format_count(score.rows));
}

}  // namespace app
