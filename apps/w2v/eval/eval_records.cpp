#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "eval/eval_report.hpp"
#include "w2v/base/text.hpp"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

double share(std::uint64_t right, std::uint64_t answered) {
  return answered == 0 ? std::numeric_limits<double>::quiet_NaN()
                       : static_cast<double>(right) / static_cast<double>(answered);
}

/// Calls work(name, tally) for each part of a score: its sections, unless only the summary is wanted, and its
/// totals.
template <class Work>
void for_parts(const EvalReport& report, const w2v::AnalogySet& set, const w2v::AnalogyScore& score, const Work& work) {
  if (!report.summary) {
    for (std::size_t i = 0; i < set.sections.size(); ++i) work(set.sections[i].name, score.sections[i]);
    work("semantic", score.semantic);
    work("syntactic", score.syntactic);
  }
  work("total", score.total);
}

// JSON

/// What is not a number is null.
Json interval_json(const w2v::Interval& interval) {
  return Json::array({interval.low, interval.high});
}

Json method_json(const w2v::AnalogyRight& method, std::uint64_t answered) {
  return {{"right", method.right},
          {"accuracy", share(method.right, answered)},
          {"interval", interval_json(w2v::share_interval(method.right, answered))},
          {"right_with_inputs", method.right_with_inputs},
          {"accuracy_with_inputs", share(method.right_with_inputs, answered)}};
}

Json tally_json(const EvalReport& report, const w2v::AnalogyTally& tally) {
  Json json{{"asked", tally.asked}, {"answered", tally.answered}, {"skipped", tally.skipped()}};
  if (report.add) json["add"] = method_json(tally.add, tally.answered);
  if (report.mul) json["mul"] = method_json(tally.mul, tally.answered);
  return json;
}

void add_analogies(Json& json, const EvalReport& report, const w2v::AnalogySet& set, const w2v::AnalogyScore& score) {
  json["kind"] = "analogies";
  json["order"] = "A B C D: B - A + C = D";
  json["top"] = report.options.top;
  json["rows"] = score.rows;
  json["case_sensitive"] = report.options.case_sensitive;
  if (!report.summary) {
    json["sections"] = Json::array();
    for (std::size_t i = 0; i < set.sections.size(); ++i) {
      Json section{{"section", set.sections[i].name},
                   {"group", set.sections[i].syntactic() ? "syntactic" : "semantic"}};
      section.update(tally_json(report, score.sections[i]));
      json["sections"].push_back(std::move(section));
    }
    json["semantic"] = tally_json(report, score.semantic);
    json["syntactic"] = tally_json(report, score.syntactic);
  }
  json["total"] = tally_json(report, score.total);
}

void add_similarities(Json& json, const EvalReport& report, const w2v::SimilarityScore& score) {
  json["kind"] = "similarities";
  json["case_sensitive"] = report.options.case_sensitive;
  json["pairs"] = score.pairs;
  json["known"] = score.known;
  json["skipped"] = score.pairs - score.known;
  json["spearman"] = score.spearman;
  json["interval"] = interval_json(score.interval);
  json["pearson"] = score.pearson;
  if (!score.composed) return;
  json["composed"] = *score.composed;
  json["spearman_with_composed"] = score.spearman_with_composed;
}

// TSV

std::string number(double value) {
  return std::isnan(value) ? "" : fmt::format("{:.6f}", value);
}

struct Record {
  std::string_view part;
  std::uint64_t asked;
  std::uint64_t answered;
  std::string_view measure;
  std::string right;
  double score;
  w2v::Interval interval;
};

std::string record_line(const std::string& model, const std::string& set, const Record& record) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", w2v::escaped(model), w2v::escaped(set),
                     w2v::escaped(record.part), record.asked, record.answered, record.measure, record.right,
                     number(record.score), number(record.interval.low), number(record.interval.high));
}

std::vector<Record> analogy_records(const EvalReport& report, const w2v::AnalogySet& set,
                                    const w2v::AnalogyScore& score) {
  std::vector<Record> records;
  for_parts(report, set, score, [&](std::string_view part, const w2v::AnalogyTally& tally) {
    const auto add = [&](std::string_view measure, std::uint64_t right) {
      records.push_back({part, tally.asked, tally.answered, measure, fmt::format("{}", right),
                         share(right, tally.answered), w2v::share_interval(right, tally.answered)});
    };
    if (report.add) add("3CosAdd", tally.add.right);
    if (report.mul) add("3CosMul", tally.mul.right);
    if (report.summary) return;
    if (report.add) add("3CosAdd with inputs", tally.add.right_with_inputs);
    if (report.mul) add("3CosMul with inputs", tally.mul.right_with_inputs);
  });
  return records;
}

std::vector<Record> similarity_records(const EvalReport& report, const w2v::SimilarityScore& score) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<Record> records{{"total", score.pairs, score.known, "Spearman", "", score.spearman, score.interval}};
  if (!report.summary)
    records.push_back({"total", score.pairs, score.known, "Pearson", "", score.pearson, {none, none}});
  if (score.composed) {
    records.push_back({"with composed",
                       score.pairs,
                       score.known + *score.composed,
                       "Spearman",
                       "",
                       score.spearman_with_composed,
                       {none, none}});
  }
  return records;
}

/// Calls work(model, set, score) for each, in order.
template <class Work>
void for_scores(const EvalReport& report, const Work& work) {
  for (std::size_t model = 0; model < report.models.size(); ++model) {
    for (std::size_t set = 0; set < report.sets.size(); ++set) {
      work(report.models[model], report.sets[set], report.scores[model][set]);
    }
  }
}

}  // namespace

std::string eval_json(const EvalReport& report) {
  std::string lines;
  for_scores(report, [&](const std::string& model, const w2v::EvalSet& set, const EvalScore& score) {
    Json json{{"model", model}, {"set", name_of(set)}};
    if (const auto* analogies = std::get_if<w2v::AnalogySet>(&set)) {
      add_analogies(json, report, *analogies, std::get<w2v::AnalogyScore>(score));
    } else {
      add_similarities(json, report, std::get<w2v::SimilarityScore>(score));
    }
    lines += json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  });
  return lines;
}

std::string eval_tsv(const EvalReport& report) {
  std::string lines = "model\tset\tpart\tasked\tanswered\tmeasure\tright\tscore\tlow\thigh\n";
  for_scores(report, [&](const std::string& model, const w2v::EvalSet& set, const EvalScore& score) {
    const auto* analogies = std::get_if<w2v::AnalogySet>(&set);
    const std::vector<Record> records = analogies != nullptr
                                            ? analogy_records(report, *analogies, std::get<w2v::AnalogyScore>(score))
                                            : similarity_records(report, std::get<w2v::SimilarityScore>(score));
    for (const Record& record : records) lines += record_line(model, name_of(set), record);
  });
  return lines;
}

}  // namespace app
