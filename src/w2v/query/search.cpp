#include "w2v/query/search.hpp"

#include <algorithm>
#include <atomic>

#include "w2v/base/parallel.hpp"

namespace w2v {

std::vector<std::vector<Match>> search(const SearchedRows& rows, std::span<const std::vector<float>> directions,
                                       std::size_t width, const Scoring& scoring, const SearchOptions& options) {
  const std::size_t queries = directions.size() / width;
  std::vector<std::vector<Match>> answers(queries);
  const std::size_t k = std::min(options.k, rows.size());
  if (k == 0) return answers;

  const auto threads = static_cast<std::size_t>(thread_count(options.threads));
  std::vector<std::vector<Selection>> best(threads);  // of each thread for each query
  for (std::vector<Selection>& own : best) {
    for (std::size_t q = 0; q < queries; ++q) {
      own.emplace_back(k, options.min_similarity, scoring.excluded(q),
                       [&scoring, q](std::uint32_t word) { return scoring.score(q, word); });
    }
  }
  scan(rows, directions, static_cast<int>(threads), [&](int worker, const ScoredBlock& block) {
    for (std::size_t d = 0; d < block.directions; d += width) {
      const std::size_t q = (block.first_direction + d) / width;
      Selection& own = best[static_cast<std::size_t>(worker)][q];
      scoring.offer(q, block.dots + d * block.rows, block, own);
      for (const std::uint32_t row : block.uncertain) own.offer(rows.word(block.first_row + row));
    }
  });
  std::atomic<std::size_t> next{0};
  parallel(static_cast<int>(std::min(threads, queries)), [&](const Worker& worker) {
    for (std::size_t q = next++; q < queries && !worker.failed; q = next++) {
      for (std::size_t t = 1; t < threads; ++t) best[0][q].take(best[t][q]);
      answers[q] = best[0][q].finish();
    }
  });
  return answers;
}

}  // namespace w2v
