#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "w2v/projection/projection.hpp"
#include "w2v/query/top_k.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace app {

/// Words in the plane.
struct WordMap {
  std::string title;
  std::string caption;                              ///< how it was made
  std::vector<std::uint32_t> words;                 ///< positions, the most important first
  std::vector<w2v::Point> points;                   ///< of each word
  std::vector<std::vector<w2v::Match>> neighbours;  ///< of each word among all of the model; empty where not asked for
};

/// A page to move about in: see data/pictures/map.js.
std::string map_html(const WordMap& map, const w2v::WordVectors& vectors);
/// What that script draws.
nlohmann::ordered_json map_data(const WordMap& map, const w2v::WordVectors& vectors);
/// A picture for print. Words without room for their label are points that tell their name.
std::string map_svg(const WordMap& map, const w2v::WordVectors& vectors);
/// A heading and lines `word x y`, with words as w2v::escaped() writes them.
std::string map_tsv(const WordMap& map, const w2v::WordVectors& vectors);

}  // namespace app
