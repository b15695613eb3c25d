#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "pictures/word_map.hpp"
#include "w2v/projection/tsne.hpp"

namespace CLI {
class App;
}

namespace app {

/// How a map is made.
struct MapOptions {
  std::string method = "tsne";
  w2v::TsneConfig tsne{.threads = 0};  ///< 0 threads: the cores that may be used
  std::size_t neighbours = 10;         ///< told of each word
};

/// --method, --perplexity, --iterations, --seed, --threads.
void add_map_options(CLI::App& command, MapOptions& options);

/// The map of some words, with a caption that tells how it was made; it has no title yet. Shows progress.
WordMap make_map(const w2v::WordVectors& vectors, std::span<const std::uint32_t> words, const MapOptions& options);

/// The `count` nearest words of each. `threads`: 0 for the cores that may be used. Throws w2v::Interrupted.
std::vector<std::vector<w2v::Match>> neighbours_of(const w2v::WordVectors& vectors,
                                                   std::span<const std::uint32_t> words, std::size_t count,
                                                   int threads);

/// "1,000 words of vectors.bin".
std::string map_title(const WordMap& map, const std::string& path);

}  // namespace app
