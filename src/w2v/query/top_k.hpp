#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "w2v/base/parallel.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

struct Match {
  std::uint32_t word;  ///< position
  float similarity;    ///< cosine, -1 .. 1

  friend bool operator==(const Match&, const Match&) = default;
};

/// The k rows with the largest cosine to `query`, best first; of equal ones the one that stands first. Exact:
/// all rows are scored. Fewer than k if there are not so many rows. The cosine with a row or query of zeros
/// is 0.
///
/// `query`: dim() finite values of any length but 0. `excluded`: positions that are never an answer, in any
/// order. The answer does not depend on `threads`. Throws Error if the query's size is not dim().
std::vector<Match> top_k(const WordVectors& vectors, std::span<const float> query, std::size_t k,
                         std::span<const std::uint32_t> excluded = {}, int threads = usable_cores());

}  // namespace w2v
