#include "pictures/page.hpp"

#include <initializer_list>
#include <utility>

#include "pictures/markup.hpp"
#include "pictures/templates.hpp"

namespace app {
namespace {

using Values = std::initializer_list<std::pair<std::string_view, std::string>>;

/// The template with values for its {{names}}; what a value holds is not looked at again.
std::string filled(std::string_view text, Values values) {
  std::string out;
  for (std::size_t open = text.find("{{"); open != std::string_view::npos; open = text.find("{{")) {
    const std::size_t close = text.find("}}", open);
    const std::string_view name = text.substr(open + 2, close - open - 2);
    out += text.substr(0, open);
    for (const auto& [of_value, value] : values) {
      if (of_value == name) out += value;
    }
    text.remove_prefix(close + 2);
  }
  return out.append(text);
}

std::string joined(std::string_view first, const std::vector<std::string_view>& others) {
  std::string all(first);
  for (const std::string_view other : others) all += other;
  return all;
}

}  // namespace

std::string page_html(const Page& page) {
  return filled(templates::page_html, {{"title", markup(page.title)},
                                       {"caption", markup(page.caption)},
                                       {"style", joined(templates::page_css, page.styles)},
                                       {"body", page.body},
                                       {"data", script_json(page.pictures)},
                                       {"script", joined(templates::page_js, page.scripts)}});
}

}  // namespace app
