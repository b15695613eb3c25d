#include "pictures/word_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "pictures/labels.hpp"
#include "pictures/markup.hpp"
#include "pictures/page.hpp"
#include "pictures/templates.hpp"
#include "w2v/base/text.hpp"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

/// The smallest box around points, and how they are brought into another.
struct Frame {
  explicit Frame(const std::vector<w2v::Point>& points) {
    const auto [least_x, most_x] = std::ranges::minmax(points, {}, &w2v::Point::x);
    const auto [least_y, most_y] = std::ranges::minmax(points, {}, &w2v::Point::y);
    left = least_x.x;
    top = most_y.y;  // y grows upwards in the plane, downwards on screens
    width = most_x.x - least_x.x;
    height = most_y.y - least_y.y;
    side = std::max({width, height, 1e-12});
  }
  /// From 0, in units of the longer side.
  [[nodiscard]] w2v::Point inside(const w2v::Point& point) const {
    return {(point.x - left) / side, (top - point.y) / side};
  }

  double left, top, width, height, side;
};

}  // namespace

Json map_data(const WordMap& map, const w2v::WordVectors& vectors) {
  Json data{{"kind", "map"},           {"words", Json::array()}, {"x", Json::array()},      {"y", Json::array()},
            {"others", Json::array()}, {"near", Json::array()},  {"cosines", Json::array()}};
  std::unordered_map<std::uint32_t, std::size_t> places;  // in words, then in others
  const Frame frame(map.points);
  for (std::size_t i = 0; i < map.words.size(); ++i) {
    places.emplace(map.words[i], i);
    data["words"].push_back(vectors.word(map.words[i]));
    const w2v::Point point = frame.inside(map.points[i]);
    data["x"].push_back(std::lround(10000 * point.x));
    data["y"].push_back(std::lround(10000 * point.y));
  }
  for (const std::vector<w2v::Match>& matches : map.neighbours) {
    Json near = Json::array();
    Json cosines = Json::array();
    for (const w2v::Match& match : matches) {
      const auto [place, is_new] = places.emplace(match.word, places.size());
      if (is_new) data["others"].push_back(vectors.word(match.word));
      near.push_back(place->second);
      cosines.push_back(std::lround(1000 * match.similarity));
    }
    data["near"].push_back(std::move(near));
    data["cosines"].push_back(std::move(cosines));
  }
  return data;
}

std::string map_html(const WordMap& map, const w2v::WordVectors& vectors) {
  return page_html({map.title,
                    map.caption,
                    "<section id=\"map\" aria-label=\"Map\"></section>\n",
                    {{"map", map_data(map, vectors)}},
                    {templates::map_css},
                    {templates::map_js}});
}

std::string map_svg(const WordMap& map, const w2v::WordVectors& vectors) {
  constexpr double font_size = 12;
  constexpr double margin = 30;
  constexpr double heading = 44;
  constexpr std::size_t few = 200;
  const Frame frame(map.points);
  const auto count = static_cast<double>(map.words.size());
  const double side = std::clamp(45 * std::sqrt(count), 640.0, 6000.0);
  const double width = std::round(side * std::max(0.5, frame.width / frame.side) + 2 * margin + 60);
  const double height = std::round(side * std::max(0.35, frame.height / frame.side) + 2 * margin);

  std::vector<w2v::Point> points;
  std::vector<double> widths;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < map.words.size(); ++i) {
    const w2v::Point inside = frame.inside(map.points[i]);
    points.push_back({margin + side * inside.x, margin + side * inside.y});
    labels.push_back(shortened(vectors.word(map.words[i])));
    widths.push_back(font_size * text_width_in_ems(labels.back()));
  }
  const auto places = place_labels(points, widths, {font_size, width, height, map.words.size() <= few});

  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" "
      "role=\"img\" "
      "aria-labelledby=\"title caption\" font-family=\"'DejaVu Sans', 'Noto Sans', Verdana, sans-serif\" "
      "font-size=\"{2:g}\">\n"
      "<title id=\"title\">{3}</title>\n<desc id=\"caption\">{4}</desc>\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#ffffff\"/>\n"
      "<text x=\"{5:g}\" y=\"20\" font-size=\"14\" font-weight=\"bold\" fill=\"#20242a\">{3}</text>\n"
      "<text x=\"{5:g}\" y=\"36\" fill=\"#5d6570\">{4}</text>\n<g transform=\"translate(0 {6:g})\">\n",
      width, height + heading, font_size, markup(map.title), markup(map.caption), margin / 2, heading);
  std::string lines, dots, texts;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string word = markup(vectors.word(map.words[i]));
    dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2\"><title>{}</title></circle>\n", points[i].x,
                        points[i].y, word);
    if (!places[i]) continue;
    if (places[i]->leader) {
      const double to = std::clamp(points[i].x, places[i]->left, places[i]->left + widths[i]);
      lines += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", points[i].x, points[i].y, to,
                           places[i]->baseline - font_size / 3);
    }
    texts += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", places[i]->left, places[i]->baseline,
                         markup(labels[i]));
  }
  out += fmt::format(
      "<g stroke=\"#b8bec6\" stroke-width=\"0.7\">\n{}</g>\n<g fill=\"#0b5cad\">\n{}</g>\n<g "
      "fill=\"#20242a\">\n{}</g>\n</g>\n</svg>\n",
      lines, dots, texts);
  return out;
}

std::string map_tsv(const WordMap& map, const w2v::WordVectors& vectors) {
  std::string out = "word\tx\ty\n";
  for (std::size_t i = 0; i < map.words.size(); ++i) {
    out += w2v::escaped(vectors.word(map.words[i]));
    for (const double value : {map.points[i].x, map.points[i].y}) {
      out += '\t';
      w2v::append_float(out, static_cast<float>(value));
    }
    out += '\n';
  }
  return out;
}

}  // namespace app
