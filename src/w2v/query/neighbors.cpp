#include "w2v/query/neighbors.hpp"

namespace w2v {

std::vector<Match> neighbors(const WordVectors& vectors, std::uint32_t word, std::size_t k, int threads) {
  return top_k(vectors, vectors.row(word), k, {&word, 1}, threads);
}

}  // namespace w2v
