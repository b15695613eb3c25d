#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "w2v/query/scan.hpp"
#include "w2v/query/selection.hpp"

namespace w2v {

/// How the queries of a search score a row by its cosines to the directions of the query.
class Scoring {
 public:
  virtual ~Scoring() = default;

  /// Offers the rows of a block that may be among the best, its uncertain ones apart. `dots`: those of the
  /// query's first direction, block.rows floats; then those of its others.
  virtual void offer(std::size_t query, const float* dots, const ScoredBlock& block, Selection& best) const = 0;

  /// The exact score.
  [[nodiscard]] virtual float score(std::size_t query, std::uint32_t word) const = 0;

  [[nodiscard]] virtual std::span<const std::uint32_t> excluded(std::size_t query) const = 0;
};

/// Answers as many queries as there are `width` directions for; 6 is a multiple of `width`. For k,
/// min_similarity and threads see SearchOptions.
std::vector<std::vector<Match>> search(const SearchedRows& rows, std::span<const std::vector<float>> directions,
                                       std::size_t width, const Scoring& scoring, const SearchOptions& options);

}  // namespace w2v
