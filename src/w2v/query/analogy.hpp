#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "w2v/query/top_k.hpp"

namespace w2v {

/// a - b + c, as in "king - man + woman": positions below size().
struct Analogy {
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t c;
};

/// The point that an analogy asks for: unit(a) - unit(b) + unit(c), dim() values, not scaled.
std::vector<float> analogy_query(const WordVectors& vectors, const Analogy& words);

/// The k words nearest to analogy_query() by cosine, best first, the three words excluded: 3CosAdd (Levy and
/// Goldberg 2014, "Linguistic regularities in sparse and explicit word representations", equation 3). See
/// top_k() for ties, zeros and threads.
std::vector<Match> analogy(const WordVectors& vectors, const Analogy& words, std::size_t k,
                           int threads = usable_cores());

}  // namespace w2v
