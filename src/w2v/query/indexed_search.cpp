#include "w2v/query/indexed_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/query/scan.hpp"
#include "w2v/query/selection.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/simd/reduced_rows.hpp"

namespace w2v {
namespace {

constexpr std::size_t block_bytes = std::size_t{4} << 20;

/// Takes all reduced rows times a direction and shows the cosines block by block:
/// visit(index of the thread, first row, cosines).
template <class Visit>
void scan_reduced(const WordVectors& vectors, std::span<const float> direction, int threads, Visit&& visit) {
  const VectorIndex& index = *vectors.index();
  const std::size_t dim = vectors.dim();
  const std::size_t rows = vectors.size();
  const std::size_t step = std::max<std::size_t>(1, block_bytes / (2 * dim));
  std::atomic<std::size_t> next{0};
  parallel(thread_count(threads), [&](const Worker& worker) {
    std::vector<float> cosines(step);
    for (std::size_t first = next.fetch_add(step); first < rows && !worker.failed; first = next.fetch_add(step)) {
      const std::size_t count = std::min(step, rows - first);
      index.populate(first, count);
      if (index.reduced() == ReducedRows::float16) {
        const auto* halves = static_cast<const std::uint16_t*>(index.reduced_rows());
        simd::dots_float16(direction.data(), halves + first * dim, count, dim, cosines.data());
      } else {
        const auto* bytes = static_cast<const std::int8_t*>(index.reduced_rows());
        simd::dots_int8(direction.data(), bytes + first * dim, index.scales() + first, count, dim, cosines.data());
      }
      visit(worker.index, first, std::span<const float>(cosines.data(), count));
    }
  });
}

}  // namespace

bool has_reduced_rows(const WordVectors& vectors) {
  return vectors.index() != nullptr && vectors.index()->reduced() != ReducedRows::none;
}

bool can_search_by_index(const WordVectors& vectors, const SearchOptions& options) {
  return has_reduced_rows(vectors) && !options.among && options.center.empty();
}

std::vector<Match> indexed_top_k(const WordVectors& vectors, const SearchQuery& query, const SearchOptions& options) {
  if (query.point.size() != vectors.dim()) {
    throw Error(
        fmt::format("query of another length: expected {} values, found {}", vectors.dim(), query.point.size()));
  }
  const std::size_t k = std::min(options.k, vectors.size());
  if (k == 0) return {};
  const std::vector<float> direction = unit(query.point);
  // Of the reduced row, of the sum, and of the direction's and the row's rounding to floats.
  const float error = vectors.index()->largest_error() + score_error(vectors.dim()) + 1e-6F;
  const auto exact = [&](std::uint32_t word) { return similarity(query.point, vectors.row(word)); };
  const int threads = thread_count(options.threads);
  std::vector<Selection> best(static_cast<std::size_t>(threads),
                              Selection(k, options.min_similarity, query.excluded, exact));
  scan_reduced(vectors, direction, threads, [&](int worker, std::size_t first, std::span<const float> cosines) {
    Selection& own = best[static_cast<std::size_t>(worker)];
    for (std::size_t i = 0; i < cosines.size(); ++i) {
      if (!(cosines[i] + error >= own.threshold())) continue;
      own.offer({cosines[i] - error, cosines[i] + error, static_cast<std::uint32_t>(first + i)});
    }
  });
  for (std::size_t t = 1; t < best.size(); ++t) best[0].take(best[t]);
  return best[0].finish();
}

std::vector<float> reduced_cosines(const WordVectors& vectors, std::span<const float> direction, int threads) {
  std::vector<float> all(vectors.size());
  scan_reduced(vectors, direction, threads, [&](int /*worker*/, std::size_t first, std::span<const float> cosines) {
    std::ranges::copy(cosines, all.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return all;
}

}  // namespace w2v
