#include "w2v/query/top_k.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "w2v/base/error.hpp"
#include "w2v/query/indexed_search.hpp"
#include "w2v/query/search.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/simd/find_above.hpp"

namespace w2v {
namespace {

class CosineScoring : public Scoring {
 public:
  CosineScoring(const SearchedRows& rows, std::span<const SearchQuery> queries)
      : rows_(rows), queries_(queries), error_(score_error(rows.dim())) {}

  void offer(std::size_t /*query*/, const float* dots, const ScoredBlock& block, Selection& best) const override {
    std::array<std::uint32_t, 256> found;
    for (std::size_t begin = 0; begin < block.rows; begin += found.size()) {
      const std::size_t rows = std::min(found.size(), block.rows - begin);
      const float* scales = block.scales + begin;
      const std::size_t count = simd::find_above(dots + begin, scales, rows, best.threshold() - error_, found.data());
      for (std::size_t i = 0; i < count; ++i) {
        const float cosine = dots[begin + found[i]] * scales[found[i]];
        best.offer({cosine - error_, cosine + error_, rows_.word(block.first_row + begin + found[i])});
      }
    }
  }
  [[nodiscard]] float score(std::size_t query, std::uint32_t word) const override {
    return similarity(queries_[query].point, rows_.row(word));
  }
  [[nodiscard]] std::span<const std::uint32_t> excluded(std::size_t query) const override {
    return queries_[query].excluded;
  }

 private:
  const SearchedRows& rows_;
  std::span<const SearchQuery> queries_;
  float error_;
};

}  // namespace

std::vector<std::vector<Match>> top_k(const WordVectors& vectors, std::span<const SearchQuery> queries,
                                      const SearchOptions& options) {
  if (queries.size() == 1 && can_search_by_index(vectors, options))
    return {indexed_top_k(vectors, queries[0], options)};
  const SearchedRows rows(vectors, options);
  std::vector<std::vector<float>> directions;
  for (const SearchQuery& query : queries) {
    if (query.point.size() != vectors.dim()) {
      throw Error(
          fmt::format("query of another length: expected {} values, found {}", vectors.dim(), query.point.size()));
    }
    directions.push_back(unit(query.point));
  }
  return search(rows, directions, 1, CosineScoring(rows, queries), options);
}

std::vector<float> mean_row(const WordVectors& vectors) {
  std::vector<double> sums(vectors.dim());
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const std::vector<float> row = vectors.row(i);
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += double{row[j]};
  }
  const auto rows = static_cast<double>(std::max<std::size_t>(vectors.size(), 1));
  std::vector<float> mean;
  for (const double sum : sums) mean.push_back(static_cast<float>(sum / rows));
  return mean;
}

}  // namespace w2v
