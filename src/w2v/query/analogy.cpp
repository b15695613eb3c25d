#include "w2v/query/analogy.hpp"

#include <array>

#include "w2v/query/similarity.hpp"

namespace w2v {

std::vector<float> analogy_query(const WordVectors& vectors, const Analogy& words) {
  std::vector<float> query = unit(vectors.row(words.a));
  const std::vector<float> b = unit(vectors.row(words.b));
  const std::vector<float> c = unit(vectors.row(words.c));
  for (std::size_t i = 0; i < query.size(); ++i) query[i] += c[i] - b[i];
  return query;
}

std::vector<Match> analogy(const WordVectors& vectors, const Analogy& words, std::size_t k, int threads) {
  return top_k(vectors, analogy_query(vectors, words), k, std::array{words.a, words.b, words.c}, threads);
}

}  // namespace w2v
