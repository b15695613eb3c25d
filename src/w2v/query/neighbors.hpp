#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "w2v/query/top_k.hpp"

namespace w2v {

/// The k words nearest to a word by cosine, best first, itself excluded. `word` is a position below size().
/// See top_k() for ties, zeros and threads.
std::vector<Match> neighbors(const WordVectors& vectors, std::uint32_t word, std::size_t k,
                             int threads = usable_cores());

}  // namespace w2v
