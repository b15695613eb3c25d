#include "training/loss_curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

#include "pictures/markup.hpp"
#include "pictures/picture_output.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/buffered_reader.hpp"

namespace app {
namespace {

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t tab = line.find('\t'); tab != std::string_view::npos; tab = line.find('\t')) {
    fields.push_back(line.substr(0, tab));
    line.remove_prefix(tab + 1);
  }
  fields.push_back(line);
  return fields;
}

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Where the columns stand that a curve is made of.
struct Columns {
  static constexpr std::array<std::string_view, 6> names{"epoch", "tokens", "seconds", "loss", "rate", "span"};

  Columns(const std::vector<std::string_view>& heading, const std::string& file) : width(heading.size()) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto found = std::ranges::find(heading, names[i]);
      if (found == heading.end()) {
        throw w2v::Error(fmt::format(
            "{}:1: no column '{}': expected the heading of a file that w2v train --loss-log writes", file, names[i]));
      }
      places[i] = static_cast<std::size_t>(found - heading.begin());
    }
  }

  std::size_t width;
  std::array<std::size_t, names.size()> places{};
};

LossCurve::Line parse(const std::vector<std::string_view>& fields, const Columns& columns, const std::string& place) {
  std::array<double, 5> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string_view field = fields[columns.places[i]];
    const std::optional<double> number = number_in(field);
    const bool none = Columns::names[i] == "loss" && field == "nan";
    if (!none && (!number || !std::isfinite(*number))) {
      throw w2v::Error(
          fmt::format("{}: bad {}: expected a number, found '{}'", place, Columns::names[i], w2v::printable(field)));
    }
    values[i] = none ? std::numeric_limits<double>::quiet_NaN() : *number;
  }
  return {values[0], values[1], values[2], values[3], values[4]};
}

/// At most 600 points: means of as many neighbours as it takes.
std::vector<w2v::Point> thinned(const std::vector<w2v::Point>& points) {
  constexpr std::size_t most = 600;
  const std::size_t together = (points.size() + most - 1) / most;
  if (together <= 1) return points;
  std::vector<w2v::Point> means;
  for (std::size_t first = 0; first < points.size(); first += together) {
    const std::size_t count = std::min(together, points.size() - first);
    w2v::Point mean{0, 0};
    for (std::size_t i = first; i < first + count; ++i) {
      mean.x += points[i].x / static_cast<double>(count);
      mean.y += points[i].y / static_cast<double>(count);
    }
    means.push_back(mean);
  }
  return means;
}

template <class Value>
Series series_of(const std::string& name, const std::vector<LossCurve::Line>& lines, bool dots, LossAxis axis,
                 const Value& value) {
  std::vector<w2v::Point> points;
  for (const LossCurve::Line& line : lines) {
    if (!std::isnan(value(line)))
      points.push_back({axis == LossAxis::tokens ? line.tokens : line.seconds, value(line)});
  }
  std::ranges::stable_sort(points, {},
                           &w2v::Point::x);  // a resumed training begins again where its checkpoint was made
  return {name, thinned(points), dots};
}

std::size_t lines_with_loss(const std::vector<LossCurve::Line>& lines) {
  return static_cast<std::size_t>(
      std::ranges::count_if(lines, [](const LossCurve::Line& line) { return !std::isnan(line.loss); }));
}

template <class Value>
Chart chart_of(const std::vector<LossCurve>& curves, LossAxis axis, const Value& value) {
  Chart chart;
  chart.x_label = axis == LossAxis::tokens ? "tokens read" : "seconds";
  for (const LossCurve& curve : curves) {
    const auto reports = lines_with_loss(curve.reports);
    const bool few = reports < 2 * lines_with_loss(curve.epochs) || reports < 3;
    chart.series.push_back(series_of(curve.name, few ? curve.epochs : curve.reports, few, axis, value));
  }
  return chart;
}

}  // namespace

LossCurve read_loss_curve(const std::string& path) {
  w2v::BufferedReader reader(w2v::open_source(path));
  std::optional<std::string> line;
  const auto next = [&] {
    const auto read = reader.line();
    line = read ? std::optional<std::string>(*read) : std::nullopt;
    return line.has_value();
  };
  if (!next()) throw w2v::Error(reader.name() + ": empty: expected a file that w2v train --loss-log writes");
  const std::string heading = *line;
  const Columns columns(fields_of(heading), reader.name());
  LossCurve curve{title_of(path), {}, {}, {}};
  for (std::size_t number = 2; next(); ++number) {
    const std::vector<std::string_view> fields = fields_of(*line);
    const std::string place = fmt::format("{}:{}", reader.name(), number);
    if (fields.size() != columns.width) {
      if (reader.peek(1).empty()) break;  // cut while it was written
      throw w2v::Error(
          fmt::format("{}: wrong number of fields: expected {}, found {}", place, columns.width, fields.size()));
    }
    const std::string_view span = fields[columns.places[5]];
    if (span != "report" && span != "epoch" && span != "held-out") {
      if (reader.peek(1).empty()) break;
      throw w2v::Error(fmt::format("{}: bad span: expected 'report', 'epoch' or 'held-out', found '{}'", place,
                                   w2v::printable(span)));
    }
    (span == "epoch"    ? curve.epochs
     : span == "report" ? curve.reports
                        : curve.held_out)
        .push_back(parse(fields, columns, place));
  }
  if (curve.reports.empty() && curve.epochs.empty())
    throw w2v::Error(reader.name() + ": no line below the heading: expected reports of a training");
  if (lines_with_loss(curve.reports) + lines_with_loss(curve.epochs) == 0) {
    throw w2v::Error(
        reader.name() +
        ": no loss to draw: no report and no epoch has a pair: expected the log of a training that has pairs");
  }
  return curve;
}

Chart loss_chart(const std::vector<LossCurve>& curves, LossAxis axis) {
  const auto loss = [](const LossCurve::Line& line) { return line.loss; };
  Chart chart = chart_of(curves, axis, loss);
  for (const LossCurve& curve : curves) {
    if (!curve.held_out.empty())
      chart.series.push_back(series_of(curve.name + ", held out", curve.held_out, true, axis, loss));
  }
  chart.title = "Loss, mean per pair";
  chart.y_label = "nats";
  return chart;
}

Chart rate_chart(const std::vector<LossCurve>& curves, LossAxis axis) {
  Chart chart = chart_of(curves, axis, [](const LossCurve::Line& line) { return line.rate; });
  chart.title = "Learning rate";
  chart.y_label = "rate";
  return chart;
}

std::string epochs_table(const std::vector<LossCurve>& curves) {
  std::string rows;
  for (const LossCurve& curve : curves) {
    for (const LossCurve::Line& line : curve.epochs) {
      rows += fmt::format("<tr><th scope=\"row\"><bdi>{}</bdi></th>", markup(curve.name));
      for (const std::string& text : {fmt::format("{:.0f}", line.epoch),
                                      w2v::format_count(static_cast<std::uint64_t>(std::max(0.0, line.tokens))),
                                      std::isnan(line.loss) ? "no pairs" : fmt::format("{:.4f}", line.loss),
                                      fmt::format("{:.5g}", line.rate), fmt::format("{:.1f}", line.seconds)}) {
        rows += fmt::format("<td class=\"number\">{}</td>", text);
      }
      rows += "</tr>\n";
    }
  }
  if (rows.empty()) return "";
  return fmt::format(
      "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Log</th><th scope=\"col\" "
      "class=\"number\">Epoch</th><th scope=\"col\" class=\"number\">Tokens</th>"
      "<th scope=\"col\" class=\"number\">Loss</th><th scope=\"col\" class=\"number\">Rate</th><th scope=\"col\" "
      "class=\"number\">Seconds</th></tr></thead>\n"
      "<tbody>\n{}</tbody></table></div>\n",
      rows);
}

}  // namespace app
