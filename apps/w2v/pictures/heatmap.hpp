#pragma once

#include <string>
#include <vector>

#include "w2v/model/matrix.hpp"

namespace app {

/// Cosines of some words with each other.
struct Heatmap {
  std::string title;
  std::string caption;
  std::vector<std::string> words;  ///< in the order in which they are shown
  w2v::Matrix<float> cosines;      ///< in the same order
};

/// A page with a table whose cells are coloured; see data/pictures/heatmap.js.
std::string heatmap_html(const Heatmap& heatmap);
/// A picture for print.
std::string heatmap_svg(const Heatmap& heatmap);
/// The words, then a line for each: the word and its cosines with all. Words as w2v::escaped() writes them.
std::string heatmap_tsv(const Heatmap& heatmap);

}  // namespace app
