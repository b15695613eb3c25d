#include "w2v/query/analogy.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "w2v/query/expression.hpp"
#include "w2v/query/search.hpp"
#include "w2v/query/similarity.hpp"

namespace w2v {
namespace {

/// 3CosMul. A question has three directions: a, b, c.
class MulScoring : public Scoring {
 public:
  MulScoring(const SearchedRows& rows, std::span<const std::vector<float>> directions,
             std::span<const std::vector<std::uint32_t>> excluded)
      : rows_(rows), directions_(directions), excluded_(excluded), error_(score_error(rows.dim()) / 2) {}

  void offer(std::size_t /*query*/, const float* dots, const ScoredBlock& block, Selection& best) const override {
    const float* a = dots;
    const float* b = a + block.rows;
    const float* c = b + block.rows;
    for (std::size_t r = 0; r < block.rows; ++r) {
      const float scale = block.scales[r];
      const Shifted cosines{shifted(a[r] * scale), shifted(b[r] * scale), shifted(c[r] * scale)};
      const float high = bound(cosines, error_);
      if (high >= best.threshold()) best.offer({bound(cosines, -error_), high, rows_.word(block.first_row + r)});
    }
  }
  [[nodiscard]] float score(std::size_t query, std::uint32_t word) const override {
    const std::vector<float> row = rows_.row(word);
    const auto cosine_to = [&](std::size_t i) { return (cosine(row, directions_[3 * query + i]) + 1) / 2; };
    return static_cast<float>(cosine_to(0) * cosine_to(2) / (cosine_to(1) + mul_epsilon));
  }
  [[nodiscard]] std::span<const std::uint32_t> excluded(std::size_t query) const override { return excluded_[query]; }

 private:
  struct Shifted {
    float a;
    float b;
    float c;
  };
  static float shifted(float cosine) { return (cosine + 1) / 2; }

  /// What the score comes to at most if each cosine is off by `error`, at least for a negative one. The last
  /// factor is for the roundings here.
  static float bound(const Shifted& cosines, float error) {
    const float roundings =
        error > 0 ? 1 + 8 * std::numeric_limits<float>::epsilon() : 1 - 8 * std::numeric_limits<float>::epsilon();
    const float above = std::max(cosines.a + error, 0.0F) * std::max(cosines.c + error, 0.0F);
    return above / (std::max(cosines.b - error, 0.0F) + static_cast<float>(mul_epsilon)) * roundings;
  }

  const SearchedRows& rows_;
  std::span<const std::vector<float>> directions_;
  std::span<const std::vector<std::uint32_t>> excluded_;
  float error_;
};

}  // namespace

std::vector<float> analogy_query(const WordVectors& vectors, const Analogy& words) {
  const std::array<WeightedWord, 3> sum{{{1, words.a}, {-1, words.b}, {1, words.c}}};
  return expression_point(vectors, sum);
}

std::vector<std::vector<Match>> analogies(const WordVectors& vectors, std::span<const Analogy> questions,
                                          const AnalogyOptions& options) {
  SearchOptions search_options;
  search_options.k = options.k;
  search_options.threads = options.threads;
  const auto inputs = [&](const Analogy& words) {
    return options.include_inputs ? std::vector<std::uint32_t>() : std::vector{words.a, words.b, words.c};
  };
  if (options.method == AnalogyMethod::add) {
    std::vector<SearchQuery> queries;
    for (const Analogy& words : questions) queries.push_back({analogy_query(vectors, words), inputs(words)});
    return top_k(vectors, queries, search_options);
  }
  const SearchedRows rows(vectors, search_options);
  std::vector<std::vector<float>> directions;
  std::vector<std::vector<std::uint32_t>> excluded;
  for (const Analogy& words : questions) {
    for (const std::uint32_t word : {words.a, words.b, words.c}) directions.push_back(unit(vectors.row(word)));
    excluded.push_back(inputs(words));
  }
  return search(rows, directions, 3, MulScoring(rows, directions, excluded), search_options);
}

}  // namespace w2v
