#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace app {

/// Text that stands for itself in HTML and in XML, between tags and in quoted attributes: & < > " ' are escaped. What
/// XML cannot hold, control characters and bytes that are no UTF-8, becomes U+FFFD.
std::string markup(std::string_view text);

/// A word as the label of a point: cut behind `longest` characters, with an ellipsis in place of the last.
std::string shortened(std::string_view word, std::size_t longest = 32);

/// The width of a text in a sans-serif font of size 1, about: at least as wide as usual fonts have it.
double text_width_in_ems(std::string_view text);

/// JSON for a <script> element of a page: nothing in it ends the element. Bytes that are no UTF-8 become U+FFFD.
std::string script_json(const nlohmann::ordered_json& json);

}  // namespace app
