#pragma once

#include <string>
#include <vector>

namespace app {

/// The form of a picture: as named, or by the ending of its path (.html or .htm, .svg, .tsv, .txt: text), which must be
/// one of `forms`; the first of them for "-". Throws w2v::UsageError for an ending that tells none, and where a page or
/// an SVG would go to a terminal.
std::string picture_form(const std::string& named, const std::string& path, const std::vector<std::string>& forms);

/// The last part of a path as a title may have it; "standard input" for "-".
std::string title_of(const std::string& path);

}  // namespace app
