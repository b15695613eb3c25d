#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// A page of pictures in one file, which loads nothing: data/pictures/page.html, filled in.
struct Page {
  std::string title;
  std::string caption;
  std::string body;  ///< markup: an element with an id for each picture, and whatever else
  nlohmann::ordered_json
      pictures;  ///< by the id of its element, what the script draws there; "kind" names the function
  std::vector<std::string_view> styles;  ///< of the kinds of pictures, from templates.hpp
  std::vector<std::string_view> scripts;
};

std::string page_html(const Page& page);

}  // namespace app
