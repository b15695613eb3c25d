#include "pictures/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "command_line/text_table.hpp"
#include "pictures/chart_axis.hpp"
#include "pictures/markup.hpp"
#include "w2v/base/text.hpp"

namespace app {
namespace {

struct Look {
  const char* colour;
  const char* dashes;
};

/// Colours that are told apart without red or green (Okabe and Ito 2008), and dashes for whoever sees none.
constexpr std::array<Look, 6> looks{{{"#0072b2", ""},
                                     {"#c85200", "7 3"},
                                     {"#00875f", "2 3"},
                                     {"#a8487f", "9 3 2 3"},
                                     {"#3b8fc4", "12 4"},
                                     {"#8c6d00", "4 2"}}};

/// What all points of a chart lie in.
struct Extent {
  explicit Extent(const Chart& chart) {
    for (const Series& series : chart.series) {
      for (const w2v::Point& p : series.points) {
        low.x = std::min(low.x, p.x);
        low.y = std::min(low.y, p.y);
        high.x = std::max(high.x, p.x);
        high.y = std::max(high.y, p.y);
      }
    }
    if (!(low.x <= high.x)) low = {1, 1}, high = {2, 2};
    if (chart.logarithmic) return;
    // Curves near to 0 are shown over 0, others with a little air.
    const double air = 0.05 * (high.y - low.y);
    low.y = low.y >= 0 && low.y < 0.25 * high.y ? 0 : low.y - air;
    high.y += air;
  }

  w2v::Point low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  w2v::Point high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
};

/// Axes and the box of the picture that they span.
struct Plot {
  Plot(const Chart& chart, double its_left, double its_top, double its_right, double its_bottom)
      : extent(chart),
        x(extent.low.x, extent.high.x, static_cast<int>(std::max(2.0, (its_right - its_left) / 70)), chart.logarithmic),
        y(extent.low.y, extent.high.y, static_cast<int>(std::max(2.0, (its_bottom - its_top) / 38)), chart.logarithmic),
        left(its_left),
        top(its_top),
        right(its_right),
        bottom(its_bottom) {}

  [[nodiscard]] double place_x(double value) const { return left + x.share(value) * (right - left); }
  [[nodiscard]] double place_y(double value) const { return bottom - y.share(value) * (bottom - top); }

  Extent extent;
  ChartAxis x;
  ChartAxis y;
  double left, top, right, bottom;
};

std::string axes(const Chart& chart, const Plot& plot) {
  std::string lines;
  std::string texts;
  for (const ChartAxis::Tick& tick : plot.y.ticks()) {
    const double y = plot.place_y(tick.value);
    lines += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\"/>", plot.left, y, plot.right);
    texts +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", plot.left - 6, y + 4, tick.label);
  }
  for (const ChartAxis::Tick& tick : plot.x.ticks()) {
    const double x = plot.place_x(tick.value);
    lines += fmt::format("<path d=\"M{:.1f} {:.1f}v5\"/>", x, plot.bottom);
    texts += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>", x, plot.bottom + 18,
                         tick.label);
  }
  texts += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>", (plot.left + plot.right) / 2,
                       plot.bottom + 36, markup(chart.x_label));
  texts += fmt::format("<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
                       plot.left - 50, (plot.top + plot.bottom) / 2, markup(chart.y_label));
  return fmt::format(
      "<g class=\"grid\" stroke=\"#d9dcd8\" fill=\"none\">{}<path d=\"M{:.1f} {:.1f}H{:.1f}\" "
      "stroke=\"#7d8792\"/></g>\n<g class=\"ticks\" fill=\"#5d6570\">{}</g>\n",
      lines, plot.left, plot.bottom, plot.right, texts);
}

std::string curve(const Series& series, std::size_t number, const Plot& plot) {
  const Look& look = looks[number % looks.size()];
  std::string path;
  std::string dots;
  for (const w2v::Point& p : series.points) {
    const double x = plot.place_x(p.x);
    const double y = plot.place_y(p.y);
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
    if (series.dots || series.points.size() == 1)
      dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", x, y);
  }
  return fmt::format(
      "<g class=\"series s{}\" stroke=\"{}\" fill=\"{}\"><title>{}</title><path fill=\"none\" stroke-width=\"1.8\" "
      "stroke-linejoin=\"round\" "
      "stroke-dasharray=\"{}\" d=\"{}\"/>{}</g>\n",
      number % looks.size(), look.colour, look.colour, markup(series.name), *look.dashes == '\0' ? "none" : look.dashes,
      path, dots);
}

/// A line with the names of the series for each row that they need, from `top` down.
std::string legend(const Chart& chart, double left, double top, double right, double& bottom) {
  std::string out;
  double x = left;
  bottom = top;
  for (std::size_t i = 0; i < chart.series.size() && chart.series.size() > 1; ++i) {
    const Look& look = looks[i % looks.size()];
    const std::string name = shortened(chart.series[i].name, 40);
    const double width = 34 + 12 * text_width_in_ems(name);
    if (x > left && x + width > right) x = left, bottom += 18;
    out += fmt::format(
        "<g class=\"series s{}\" stroke=\"{}\"><path d=\"M{:.1f} {:.1f}h22\" stroke-width=\"1.8\" "
        "stroke-dasharray=\"{}\"/></g><text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
        i % looks.size(), look.colour, x, bottom, *look.dashes == '\0' ? "none" : look.dashes, x + 28, bottom + 4,
        markup(name));
    x += width + 10;
  }
  if (!out.empty()) bottom += 18;
  return out;
}

/// What a curve has at x, on a straight line between two of its points; NaN outside of it.
double value_at(const Series& series, double x) {
  if (series.points.empty()) return NAN;
  const auto next = std::ranges::lower_bound(series.points, x, {}, &w2v::Point::x);
  if (next == series.points.begin()) return next->x == x ? next->y : NAN;
  if (next == series.points.end()) return NAN;
  const w2v::Point& a = *(next - 1);
  return next->x == a.x ? next->y : a.y + (next->y - a.y) * (x - a.x) / (next->x - a.x);
}

}  // namespace

std::string chart_svg(const Chart& chart, const ChartSize& size, bool standalone) {
  double top = standalone ? 48 : 10;
  const std::string names = legend(chart, 66, top + 4, size.width - 12, top);
  const Plot plot(chart, 66, top + 8, size.width - 16, size.height - 48);
  std::string curves;
  for (std::size_t i = 0; i < chart.series.size(); ++i) curves += curve(chart.series[i], i, plot);
  const std::string head = standalone ? fmt::format(
                                            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n<text x=\"14\" "
                                            "y=\"24\" font-size=\"14\" font-weight=\"bold\">{}</text>\n",
                                            markup(chart.title))
                                      : "";
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} "
      "{1:g}\" role=\"img\" aria-label=\"{2}\" "
      "data-box=\"{3:.1f} {4:.1f} {5:.1f} {6:.1f}\" data-reach=\"{7:.9g} {8:.9g} {9:.9g} {10:.9g}\" "
      "font-family=\"system-ui, 'DejaVu Sans', 'Noto Sans', Verdana, sans-serif\" font-size=\"12\" "
      "fill=\"#20242a\">\n{11}{12}{13}{14}</svg>\n",
      size.width, size.height, markup(chart.title), plot.left, plot.top, plot.right, plot.bottom, plot.x.low(),
      plot.x.high(), plot.y.low(), plot.y.high(), head, names, axes(chart, plot), curves);
}

std::string chart_figure(const Chart& chart, const std::string& id) {
  return fmt::format(
      "<figure id=\"{}\" class=\"chart\">\n<figcaption>{}</figcaption>\n<div class=\"wide\">{}</div><div "
      "class=\"narrow\">{}</div>\n</figure>\n",
      id, markup(chart.title), chart_svg(chart, {880, 360}, false), chart_svg(chart, {366, 280}, false));
}

nlohmann::ordered_json chart_data(const Chart& chart) {
  nlohmann::ordered_json data{{"kind", "chart"},
                              {"logarithmic", chart.logarithmic},
                              {"x", chart.x_label},
                              {"series", nlohmann::ordered_json::array()}};
  const auto rounded = [](double value) { return std::stod(fmt::format("{:.6g}", value)); };
  for (const Series& series : chart.series) {
    nlohmann::ordered_json points = nlohmann::ordered_json::array();
    for (const w2v::Point& p : series.points) points.push_back({rounded(p.x), rounded(p.y)});
    data["series"].push_back({{"name", series.name}, {"points", std::move(points)}});
  }
  return data;
}

std::string chart_text(const Chart& chart, std::size_t width, std::size_t height) {
  constexpr std::string_view marks = "*o+x#%";
  constexpr std::size_t label_width = 9;
  const Extent extent(chart);
  const std::size_t columns = width > label_width + 12 ? width - label_width - 2 : 10;
  const ChartAxis x(extent.low.x, extent.high.x, static_cast<int>(std::max<std::size_t>(2, columns / 10)),
                    chart.logarithmic);
  const ChartAxis y(extent.low.y, extent.high.y, static_cast<int>(std::max<std::size_t>(2, height / 3)),
                    chart.logarithmic);
  std::vector<std::string> rows(height, std::string(columns, ' '));
  const auto row_of = [&](double value) {
    return static_cast<std::size_t>(
        std::lround((1 - std::clamp(y.share(value), 0.0, 1.0)) * static_cast<double>(height - 1)));
  };
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const Series& series = chart.series[s];
    const char mark = marks[s % marks.size()];
    for (std::size_t c = 0; c < columns && !chart.logarithmic; ++c) {
      const double value =
          value_at(series, x.low() + (x.high() - x.low()) * static_cast<double>(c) / static_cast<double>(columns - 1));
      if (!std::isnan(value)) rows[row_of(value)][c] = mark;
    }
    for (const w2v::Point& p : series.points) {
      rows[row_of(p.y)][static_cast<std::size_t>(
          std::lround(std::clamp(x.share(p.x), 0.0, 1.0) * static_cast<double>(columns - 1)))] = mark;
    }
  }
  std::string out = w2v::printable(chart.title, 200) + '\n';
  for (std::size_t s = 0; s < chart.series.size() && chart.series.size() > 1; ++s) {
    out += fmt::format("{}  {} {}\n", std::string(label_width, ' '), marks[s % marks.size()],
                       w2v::printable(chart.series[s].name));
  }
  std::vector<std::string> labels(height);
  for (const ChartAxis::Tick& tick : y.ticks()) labels[row_of(tick.value)] = tick.label;
  for (std::size_t r = 0; r < height; ++r) {
    std::string line = fmt::format("{:>{}} {}{}", labels[r], label_width, labels[r].empty() ? "|" : "+", rows[r]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  std::string axis(columns, '-');
  std::string under(columns, ' ');
  std::size_t written = 0;
  for (const ChartAxis::Tick& tick : x.ticks()) {
    const auto at = static_cast<std::size_t>(std::lround(x.share(tick.value) * static_cast<double>(columns - 1)));
    axis[at] = '+';
    if (tick.label.size() > columns) continue;
    const std::size_t start = std::min(at - std::min(at, tick.label.size() / 2), columns - tick.label.size());
    if (start < written) continue;
    under.replace(start, tick.label.size(), tick.label);
    written = start + tick.label.size() + 1;
  }
  under.erase(under.find_last_not_of(' ') + 1);
  const std::string indent(label_width + 2, ' ');
  return out + std::string(label_width + 1, ' ') + '+' + axis + '\n' + indent + under + '\n' + indent +
         w2v::printable(chart.x_label) + '\n';
}

}  // namespace app
