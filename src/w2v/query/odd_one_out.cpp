#include "w2v/query/odd_one_out.hpp"

#include <algorithm>

#include "w2v/query/expression.hpp"
#include "w2v/query/similarity.hpp"

namespace w2v {

Match odd_one_out(const WordVectors& vectors, std::span<const std::uint32_t> words) {
  std::vector<WeightedWord> alike;
  for (const std::uint32_t word : words) alike.emplace_back(1.0F, word);
  const std::vector<float> sum = expression_point(vectors, alike);  // cosines do not tell it from the mean
  std::vector<Match> matches;
  for (const std::uint32_t word : words) matches.push_back({word, similarity(sum, vectors.row(word))});
  return *std::ranges::min_element(matches, {}, &Match::similarity);
}

}  // namespace w2v
