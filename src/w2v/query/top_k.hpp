#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

struct Match {
  std::uint32_t word;  ///< position
  float similarity;    ///< cosine, -1 .. 1

  friend bool operator==(const Match&, const Match&) = default;
};

/// What rows are compared with.
struct SearchQuery {
  std::vector<float> point;             ///< dim() finite values, of any length
  std::vector<std::uint32_t> excluded;  ///< positions that are never an answer, in any order
};

struct SearchOptions {
  std::size_t k = 10;
  float min_similarity = -std::numeric_limits<float>::infinity();  ///< what is less alike is no answer
  std::optional<std::vector<std::uint32_t>> among;  ///< only these positions may be answers; in any order
  std::vector<float> center;                        ///< subtracted from every row, not from the points; empty: nothing
  int threads = 0;                                  ///< 0: usable_cores()
};

/// For each query the k rows with the largest cosine to its point, best first; of equal ones the one that
/// stands first. Fewer than k if there are not so many. The cosine with a row or point of zeros is 0.
///
/// Exact: rows are scored in float and every row that might be among the best once more by similarity(). So
/// an answer depends neither on the number of threads, nor on the instruction set, nor on the queries that
/// are asked with it. Many queries at once are a matrix product, several times faster than one by one. Throws
/// Error if a point or the centre has not dim() values.
std::vector<std::vector<Match>> top_k(const WordVectors& vectors, std::span<const SearchQuery> queries,
                                      const SearchOptions& options);

/// The mean of all rows, dim() values; for SearchOptions::center.
std::vector<float> mean_row(const WordVectors& vectors);

}  // namespace w2v
