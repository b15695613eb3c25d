#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "w2v/projection/projection.hpp"

namespace app {

/// A curve: its points from left to right.
struct Series {
  std::string name;
  std::vector<w2v::Point> points;
  bool dots = false;  ///< each point is marked
};

/// Curves over one axis.
struct Chart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
  bool logarithmic = false;  ///< both axes; points must be above 0
};

struct ChartSize {
  double width;
  double height;
};

/// An SVG element, of its own file if `standalone`; with classes that chart.css colours in pages.
std::string chart_svg(const Chart& chart, const ChartSize& size, bool standalone);
/// A <figure> of a page with that id: the chart in two sizes, for wide and narrow windows.
std::string chart_figure(const Chart& chart, const std::string& id);
/// What chart.js reads out where it is pointed at.
nlohmann::ordered_json chart_data(const Chart& chart);

/// Drawn with characters, `width` columns wide: each series with a character of its own, which a line above it names.
std::string chart_text(const Chart& chart, std::size_t width, std::size_t height);

}  // namespace app
