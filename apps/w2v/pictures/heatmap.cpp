#include "pictures/heatmap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "pictures/colour_ramp.hpp"
#include "pictures/markup.hpp"
#include "pictures/page.hpp"
#include "pictures/templates.hpp"
#include "w2v/base/text.hpp"

namespace app {
namespace {

/// The colours reach from the least to the largest cosine of two different words.
struct Range {
  explicit Range(const Heatmap& heatmap) {
    for (std::size_t i = 0; i < heatmap.words.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        low = std::min(low, heatmap.cosines.row(i)[j]);
        high = std::max(high, heatmap.cosines.row(i)[j]);
      }
    }
  }
  [[nodiscard]] std::size_t step_of(float value) const { return ColourRamp::step_of(value, low, high); }

  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();
};

/// Without "-0.00".
std::string number(float value, int digits) {
  const std::string text = fmt::format("{:.{}f}", value, digits);
  return text.find_first_not_of("-0.") == std::string::npos && text[0] == '-' ? text.substr(1) : text;
}

std::string colour_rules() {
  std::string rules;
  for (std::size_t i = 0; i < ColourRamp::steps; ++i) {
    const auto& light = ColourRamp::light()[i];
    const auto& dark = ColourRamp::dark()[i];
    rules += fmt::format(".k{} {{ background: light-dark({}, {}); color: light-dark({}, {}); }}\n", i, light.back,
                         dark.back, light.front, dark.front);
  }
  return rules;
}

std::string legend_html(const Range& range) {
  std::string swatches;
  for (std::size_t i = 0; i < ColourRamp::steps; ++i) swatches += fmt::format("<i class=\"k{}\"></i>", i);
  return fmt::format(
      "<p class=\"legend\" aria-hidden=\"true\"><span>{}</span><span class=\"ramp\">{}</span><span>{}</span></p>\n",
      number(range.low, 2), swatches, number(range.high, 2));
}

}  // namespace

std::string heatmap_html(const Heatmap& heatmap) {
  const Range range(heatmap);
  const std::size_t n = heatmap.words.size();
  std::string table = fmt::format(
      "<table tabindex=\"0\" aria-describedby=\"how\" style=\"--n: {}\">\n<caption "
      "class=\"unseen\">{}</caption>\n<thead><tr><td></td>",
      n, markup(heatmap.title));
  for (const std::string& word : heatmap.words)
    table += fmt::format("<th scope=\"col\"><bdi>{}</bdi></th>", markup(shortened(word)));
  table += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < n; ++i) {
    table += fmt::format("<tr><th scope=\"row\"><bdi>{}</bdi></th>", markup(shortened(heatmap.words[i])));
    for (std::size_t j = 0; j < n; ++j) {
      const float value = heatmap.cosines.row(i)[j];
      table += i == j ? std::string("<td class=\"self\">1</td>")
                      : fmt::format("<td class=\"k{}\">{}</td>", range.step_of(value), number(value, 2));
    }
    table += "</tr>\n";
  }
  table += "</tbody></table>\n";
  const std::string rules = colour_rules();
  nlohmann::ordered_json data{{"kind", "heatmap"}, {"words", heatmap.words}};
  const std::string body = fmt::format(
      "<section id=\"heatmap\" class=\"heatmap\">\n<div class=\"bar\"><p class=\"readout\" aria-live=\"polite\">Point "
      "at a cell to read it.</p>\n{}</div>\n"
      "<div class=\"scroll\">{}</div>\n<p class=\"unseen\" id=\"how\">Arrow keys go from cell to "
      "cell.</p>\n</section>\n",
      legend_html(range), table);
  return page_html({heatmap.title,
                    heatmap.caption,
                    body,
                    {{"heatmap", std::move(data)}},
                    {templates::heatmap_css, rules},
                    {templates::heatmap_js}});
}

std::string heatmap_svg(const Heatmap& heatmap) {
  constexpr double cell = 30;
  constexpr double font_size = 12;
  constexpr double margin = 20;
  constexpr double heading = 52;
  const Range range(heatmap);
  const ColourRamp& ramp = ColourRamp::light();
  const std::size_t n = heatmap.words.size();
  const double side = cell * static_cast<double>(n);
  double widest = 40;
  for (const std::string& word : heatmap.words)
    widest = std::max(widest, font_size * text_width_in_ems(shortened(word)));
  const double left = margin + widest + 8;
  const double top = heading + widest + 8;
  const double width = std::max(left + side + margin, 420.0);
  std::string rows, columns, cells;
  for (std::size_t i = 0; i < n; ++i) {
    const std::string word = markup(shortened(heatmap.words[i]));
    const double middle = cell * (static_cast<double>(i) + 0.5);
    rows += fmt::format("<text x=\"{:g}\" y=\"{:g}\">{}</text>\n", left - 8, top + middle + 4, word);
    columns += fmt::format("<text transform=\"translate({:g} {:g}) rotate(-90)\">{}</text>\n", left + middle + 4,
                           top - 8, word);
    for (std::size_t j = 0; j < n; ++j) {
      const float value = heatmap.cosines.row(i)[j];
      const auto& step = ramp[range.step_of(value)];
      const double x = left + cell * static_cast<double>(j);
      const double y = top + cell * static_cast<double>(i);
      cells += fmt::format(
          "<g><title>{}, {}: {}</title><rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" fill=\"{}\"/>",
          markup(heatmap.words[i]), markup(heatmap.words[j]), i == j ? "1" : number(value, 3), x, y, cell - 1, cell - 1,
          i == j ? "#e4e6e3" : step.back);
      cells += fmt::format("<text x=\"{:g}\" y=\"{:g}\" fill=\"{}\">{}</text></g>\n", x + cell / 2, y + cell / 2 + 3.5,
                           i == j ? "#5d6570" : step.front, i == j ? "1" : number(value, 2));
    }
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" "
      "role=\"img\" "
      "aria-labelledby=\"title caption\" font-family=\"'DejaVu Sans', 'Noto Sans', Verdana, sans-serif\" "
      "font-size=\"{2:g}\" fill=\"#20242a\">\n"
      "<title id=\"title\">{3}</title>\n<desc id=\"caption\">{4}</desc>\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#ffffff\"/>\n"
      "<text x=\"{5:g}\" y=\"24\" font-size=\"14\" font-weight=\"bold\">{3}</text>\n<text x=\"{5:g}\" y=\"42\" "
      "fill=\"#5d6570\">{4}</text>\n"
      "<g text-anchor=\"end\">\n{6}</g>\n<g>\n{7}</g>\n<g font-size=\"10\" text-anchor=\"middle\">\n{8}</g>\n</svg>\n",
      width, top + side + margin, font_size, markup(heatmap.title), markup(heatmap.caption), margin, rows, columns,
      cells);
}

std::string heatmap_tsv(const Heatmap& heatmap) {
  std::string out = "word";
  for (const std::string& word : heatmap.words) out += '\t' + w2v::escaped(word);
  out += '\n';
  for (std::size_t i = 0; i < heatmap.words.size(); ++i) {
    out += w2v::escaped(heatmap.words[i]);
    for (std::size_t j = 0; j < heatmap.words.size(); ++j) {
      out += '\t';
      w2v::append_float(out, heatmap.cosines.row(i)[j]);
    }
    out += '\n';
  }
  return out;
}

}  // namespace app
