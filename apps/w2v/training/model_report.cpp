#include "training/model_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "pictures/markup.hpp"
#include "pictures/page.hpp"
#include "pictures/picture_output.hpp"
#include "pictures/templates.hpp"
#include "w2v/base/text.hpp"
#include "w2v/base/utf8.hpp"

namespace app {
namespace {

std::string section(const std::string& heading, const std::string& body) {
  return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", markup(heading), body);
}

std::string facts_table(const std::vector<std::pair<std::string, std::string>>& facts) {
  std::string rows;
  for (const auto& [name, value] : facts) {
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td><bdi>{}</bdi></td></tr>\n", markup(name), markup(value));
  }
  return fmt::format("<div class=\"scroll\"><table>\n<tbody>\n{}</tbody></table></div>\n", rows);
}

/// How often the most frequent word stands in the text, the second, and so on: ranks that are evenly spread on a
/// logarithmic axis.
Chart rank_frequency_chart(const w2v::Vocabulary& vocabulary) {
  Chart chart{"Words by rank", "rank", "count", {{"count", {}, false}}, true};
  std::size_t last = 0;
  for (double rank = 1; rank <= static_cast<double>(vocabulary.size()); rank *= 1.04) {
    const auto whole = static_cast<std::size_t>(rank);
    if (whole == last) continue;
    last = whole;
    chart.series[0].points.push_back({static_cast<double>(whole), static_cast<double>(vocabulary.counts()[whole - 1])});
  }
  if (last != vocabulary.size()) {
    chart.series[0].points.push_back(
        {static_cast<double>(vocabulary.size()), static_cast<double>(vocabulary.counts().back())});
  }
  return chart;
}

std::string vocabulary_note(const w2v::Vocabulary& vocabulary) {
  return fmt::format(
      "<p class=\"note\">{} words, {} tokens; the first is <bdi>{}</bdi>, the last stands {} times.</p>\n",
      w2v::format_count(vocabulary.size()), w2v::format_count(vocabulary.total()),
      markup(shortened(vocabulary.words()[0])), w2v::format_count(vocabulary.counts().back()));
}

std::string evaluation_row(const std::string& set, const EvalSummary& summary) {
  const bool rho = summary.measure == "Spearman";
  const auto number = [&](double value) {
    return std::isnan(value) ? std::string("-")
           : rho             ? fmt::format("{:.3f}", value)
                             : fmt::format("{:.1f} %", 100 * value);
  };
  return fmt::format(
      "<tr><th scope=\"row\"><bdi>{}</bdi></th><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{} to "
      "{}</td><td class=\"number\">{} of {}</td></tr>\n",
      markup(set), summary.measure, number(summary.score), number(summary.interval.low), number(summary.interval.high),
      w2v::format_count(summary.answered), w2v::format_count(summary.asked));
}

std::string evaluation_table(const EvalReport& evaluation) {
  std::string rows;
  for (std::size_t i = 0; i < evaluation.sets.size(); ++i) {
    const EvalScore& score = evaluation.scores[0][i];
    rows += evaluation_row(title_of(name_of(evaluation.sets[i])), summary_of(score));
    if (std::holds_alternative<w2v::AnalogyScore>(score))
      rows += evaluation_row(title_of(name_of(evaluation.sets[i])), summary_of(score, true));
  }
  return fmt::format(
      "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Set</th><th scope=\"col\">Measure</th><th "
      "scope=\"col\" class=\"number\">Score</th>"
      "<th scope=\"col\" class=\"number\">95 % interval</th><th scope=\"col\" "
      "class=\"number\">Answered</th></tr></thead>\n<tbody>\n{}</tbody></table></div>\n",
      rows);
}

std::size_t characters(std::string_view word) {
  std::size_t count = 0;
  for (; !word.empty(); ++count) w2v::take_character(word);
  return count;
}

std::string neighbour_lists(const ModelReport& report, const w2v::WordVectors& vectors) {
  std::string lists;
  std::size_t longest = 8;  // letters in the columns, so that no word is broken
  constexpr std::size_t most = 30;
  const auto measure = [&](std::string_view word) { longest = std::clamp(characters(word), longest, most); };
  for (std::size_t i = 0; i < report.asked.size(); ++i) {
    measure(vectors.word(report.asked[i]));
    std::string items;
    for (const w2v::Match& match : report.neighbours[i]) {
      measure(vectors.word(match.word));
      items += fmt::format("<li><bdi>{}</bdi> <span class=\"cosine\">{:.3f}</span></li>\n",
                           markup(vectors.word(match.word)), match.similarity);
    }
    lists += fmt::format("<article>\n<h3><bdi>{}</bdi></h3>\n<ol>\n{}</ol>\n</article>\n",
                         markup(vectors.word(report.asked[i])), items);
  }
  return fmt::format("<div class=\"neighbours\" style=\"--longest: {}\">\n{}</div>\n", longest, lists);
}

}  // namespace

std::string report_html(const ModelReport& report, const w2v::WordVectors& vectors) {
  Page page{report.title,
            report.caption,
            section("Model", facts_table(report.facts)),
            nlohmann::ordered_json::object(),
            {templates::map_css, templates::chart_css, templates::report_css},
            {templates::map_js, templates::chart_js}};
  if (!report.settings.empty()) page.body += section("Settings", facts_table(report.settings));
  if (report.evaluation) page.body += section("Evaluation", evaluation_table(*report.evaluation));
  if (!report.losses.empty()) {
    const Chart loss = loss_chart(report.losses, LossAxis::tokens);
    const Chart rate = rate_chart(report.losses, LossAxis::tokens);
    page.body += section("Training", chart_figure(loss, "loss") + chart_figure(rate, "rate"));
    page.pictures["loss"] = chart_data(loss);
    page.pictures["rate"] = chart_data(rate);
  }
  if (report.vocabulary) {
    const Chart chart = rank_frequency_chart(*report.vocabulary);
    page.body += section("Vocabulary", vocabulary_note(*report.vocabulary) + chart_figure(chart, "vocabulary"));
    page.pictures["vocabulary"] = chart_data(chart);
  }
  if (!report.asked.empty()) page.body += section("Nearest words, by cosine", neighbour_lists(report, vectors));
  page.body += section("Map", fmt::format("<p class=\"note\">{}</p>\n<div id=\"map\" class=\"embedded\"></div>\n",
                                          markup(report.map.caption)));
  page.pictures["map"] = map_data(report.map, vectors);
  page.pictures["map"]["embedded"] = true;
  return page_html(page);
}

}  // namespace app
