#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "command_line/text_table.hpp"
#include "eval/eval_report.hpp"
#include "w2v/base/text.hpp"

namespace app {
namespace {

using Row = std::vector<TextTable::Cell>;

std::string number(double value, int digits) {
  return std::isnan(value) ? "-" : fmt::format("{:.{}f}", value, digits);
}

std::string interval(const w2v::Interval& interval, double scale, int digits) {
  if (std::isnan(interval.low)) return "-";
  return fmt::format("{} to {}", number(scale * interval.low, digits), number(scale * interval.high, digits));
}

std::string per_cent(std::uint64_t right, std::uint64_t answered) {
  return answered == 0 ? "-" : number(100 * static_cast<double>(right) / static_cast<double>(answered), 2);
}

std::string file_name(const std::string& path) {
  return w2v::printable(path == "-" ? "standard input" : std::filesystem::path(path).filename().string());
}

/// Short names of models, unless they would be the same.
std::vector<std::string> model_names(const std::vector<std::string>& paths) {
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    const auto alike = std::ranges::count(paths, file_name(path), file_name);
    names.push_back(alike > 1 ? w2v::printable(path) : file_name(path));
  }
  return names;
}

/// The rows that answers were sought among, of each model if they differ.
std::string rows_used(const EvalReport& report, std::size_t set) {
  std::vector<std::string> rows;
  for (const std::vector<EvalScore>& scores : report.scores)
    rows.push_back(w2v::format_count(std::get<w2v::AnalogyScore>(scores[set]).rows));
  if (std::ranges::all_of(rows, [&](const std::string& of_model) { return of_model == rows[0]; })) rows.resize(1);
  return fmt::format("the first {} words", fmt::join(rows, ", "));
}

/// The models' names over the columns that each has behind the first ones.
void add_models(TextTable& table, const EvalReport& report, std::size_t first_columns, std::size_t columns) {
  Row row;
  for (std::size_t i = 0; i < first_columns; ++i) row.emplace_back("");
  for (const std::string& name : model_names(report.models)) row.emplace_back(name, columns);
  table.add(std::move(row));
}

/// What one row of the table takes of an analogy score.
class AnalogyRows {
 public:
  AnalogyRows(const EvalReport& report, std::size_t set) : report_(report), set_(set) {}

  /// `part` picks a tally of each model's score.
  template <class Part>
  Row part(const std::string& name, const Part& part) const {
    Row row{name, w2v::format_count(part(score(0)).asked)};
    for (std::size_t model = 0; model < report_.models.size(); ++model) {
      const w2v::AnalogyTally& tally = part(score(model));
      row.emplace_back(w2v::format_count(tally.answered));
      for_methods(tally,
                  [&](const w2v::AnalogyRight& method) { row.emplace_back(per_cent(method.right, tally.answered)); });
    }
    return row;
  }

  /// `text` is said of each method of each model's total.
  template <class Text>
  Row of_total(const std::string& name, const Text& text) const {
    Row row{name, ""};
    for (std::size_t model = 0; model < report_.models.size(); ++model) {
      const w2v::AnalogyTally& total = score(model).total;
      row.emplace_back("");
      for_methods(total, [&](const w2v::AnalogyRight& method) { row.emplace_back(text(method, total.answered)); });
    }
    return row;
  }

 private:
  [[nodiscard]] const w2v::AnalogyScore& score(std::size_t model) const {
    return std::get<w2v::AnalogyScore>(report_.scores[model][set_]);
  }
  template <class Work>
  void for_methods(const w2v::AnalogyTally& tally, const Work& work) const {
    if (report_.add) work(tally.add);
    if (report_.mul) work(tally.mul);
  }

  const EvalReport& report_;
  std::size_t set_;
};

std::string analogy_table(const EvalReport& report, std::size_t which) {
  const auto& set = std::get<w2v::AnalogySet>(report.sets[which]);
  TextTable table;
  add_models(table, report, 2, 1 + (report.add ? 1 : 0) + (report.mul ? 1 : 0));
  Row heading{"per cent right", "asked"};
  for (std::size_t i = 0; i < report.models.size(); ++i) {
    heading.emplace_back("answered");
    if (report.add) heading.emplace_back("3CosAdd");
    if (report.mul) heading.emplace_back("3CosMul");
  }
  table.add(std::move(heading));

  const AnalogyRows rows(report, which);
  for (std::size_t i = 0; i < set.sections.size(); ++i) {
    const std::string& name = set.sections[i].name;
    table.add(rows.part(name.empty() ? "(before the first section)" : w2v::printable(name),
                        [&](const w2v::AnalogyScore& score) { return score.sections[i]; }));
  }
  table.add_blank_line();
  table.add(rows.part("semantic", [](const w2v::AnalogyScore& score) { return score.semantic; }));
  table.add(rows.part("syntactic", [](const w2v::AnalogyScore& score) { return score.syntactic; }));
  table.add(rows.part("total", [](const w2v::AnalogyScore& score) { return score.total; }));
  table.add(rows.of_total("  95 % interval", [](const w2v::AnalogyRight& method, std::uint64_t answered) {
    return interval(w2v::share_interval(method.right, answered), 100, 1);
  }));
  table.add(rows.of_total("  if A, B, C may answer", [](const w2v::AnalogyRight& method, std::uint64_t answered) {
    return per_cent(method.right_with_inputs, answered);
  }));
  return fmt::format("{}: A B C D asks for B - A + C = D, never A, B or C; {}; upper and lower case {}\n\n{}",
                     file_name(set.name), rows_used(report, which), report.options.case_sensitive ? "differ" : "alike",
                     table.text());
}

/// Whether words that the first model does not know can have a vector.
bool has_composed(const EvalReport& report) {
  return std::ranges::any_of(report.scores[0], [](const EvalScore& score) {
    const auto* similarities = std::get_if<w2v::SimilarityScore>(&score);
    return similarities != nullptr && similarities->composed.has_value();
  });
}

std::string similarity_table(const EvalReport& report) {
  // One model has room for all there is to say.
  const bool detailed = report.models.size() == 1;
  const bool composes = detailed && has_composed(report);
  TextTable table;
  add_models(table, report, 2, detailed ? (composes ? 6 : 4) : 2);
  Row heading{"correlation with people", "pairs"};
  for (std::size_t i = 0; i < report.models.size(); ++i) {
    for (const char* column : {"known", "Spearman"}) heading.emplace_back(column);
  }
  if (detailed) {
    for (const char* column : {"95 % interval", "Pearson"}) heading.emplace_back(column);
  }
  if (composes) {
    for (const char* column : {"+ from n-grams", "Spearman of all"}) heading.emplace_back(column);
  }
  table.add(std::move(heading));
  for (std::size_t set = 0; set < report.sets.size(); ++set) {
    if (!std::holds_alternative<w2v::SimilaritySet>(report.sets[set])) continue;
    Row row{file_name(name_of(report.sets[set]))};
    for (std::size_t model = 0; model < report.models.size(); ++model) {
      const auto& score = std::get<w2v::SimilarityScore>(report.scores[model][set]);
      if (model == 0) row.emplace_back(w2v::format_count(score.pairs));
      row.emplace_back(w2v::format_count(score.known));
      row.emplace_back(number(score.spearman, 4));
      if (detailed) {
        row.emplace_back(interval(score.interval, 1, 3));
        row.emplace_back(number(score.pearson, 4));
      }
      if (composes) {
        row.emplace_back(w2v::format_count(score.composed.value_or(0)));
        row.emplace_back(number(score.spearman_with_composed, 4));
      }
    }
    table.add(std::move(row));
  }
  return table.text();
}

Row summary_row(const EvalReport& report, std::size_t set, bool by_mul) {
  Row row{file_name(name_of(report.sets[set]))};
  for (std::size_t model = 0; model < report.models.size(); ++model) {
    const EvalSummary summary = summary_of(report.scores[model][set], by_mul);
    const bool share = summary.measure != "Spearman";
    if (model == 0) {
      row.emplace_back(summary.measure + (share ? ", %" : ""));
      row.emplace_back(w2v::format_count(summary.asked));
    }
    row.emplace_back(w2v::format_count(summary.answered));
    row.emplace_back(number(share ? 100 * summary.score : summary.score, share ? 2 : 4));
    if (report.models.size() == 1) row.emplace_back(interval(summary.interval, share ? 100 : 1, share ? 1 : 3));
  }
  return row;
}

std::string summary_table(const EvalReport& report) {
  const bool detailed = report.models.size() == 1;
  TextTable table;
  add_models(table, report, 3, detailed ? 3 : 2);
  Row heading{"", "", "asked"};
  for (std::size_t i = 0; i < report.models.size(); ++i) {
    for (const char* column : {"answered", "score"}) heading.emplace_back(column);
  }
  if (detailed) heading.emplace_back("95 % interval");
  table.add(std::move(heading));
  for (std::size_t set = 0; set < report.sets.size(); ++set) {
    const bool analogies = std::holds_alternative<w2v::AnalogySet>(report.sets[set]);
    if (!analogies || report.add) table.add(summary_row(report, set, false));
    if (analogies && report.mul) table.add(summary_row(report, set, true));
  }
  return table.text();
}

}  // namespace

std::string eval_table(const EvalReport& report) {
  if (report.summary) return summary_table(report);
  std::string text;
  bool similarities = false;
  for (std::size_t set = 0; set < report.sets.size(); ++set) {
    if (std::holds_alternative<w2v::SimilaritySet>(report.sets[set])) {
      similarities = true;
    } else {
      text += (text.empty() ? "" : "\n") + analogy_table(report, set);
    }
  }
  if (similarities) text += (text.empty() ? "" : "\n") + similarity_table(report);
  return text;
}

}  // namespace app
