#include "w2v/query/top_k.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <mutex>

#include "w2v/base/error.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/simd/kernels.hpp"

namespace w2v {
namespace {

constexpr std::size_t block_rows = 1024;

/// A total order, so what is best does not depend on who scored it.
bool better(const Match& a, const Match& b) {
  return a.similarity != b.similarity ? a.similarity > b.similarity : a.word < b.word;
}

/// The k best of what is offered: a heap with the worst of them on top.
class Best {
 public:
  explicit Best(std::size_t k) : k_(k) {}

  [[nodiscard]] bool takes(const Match& match) const {
    return matches_.size() < k_ || better(match, matches_.front());
  }
  void add(const Match& match) {
    if (matches_.size() == k_) {
      std::ranges::pop_heap(matches_, better);
      matches_.pop_back();
    }
    matches_.push_back(match);
    std::ranges::push_heap(matches_, better);
  }
  [[nodiscard]] const std::vector<Match>& matches() const { return matches_; }
  std::vector<Match> sorted() && {
    std::ranges::sort(matches_, better);
    return std::move(matches_);
  }

 private:
  std::size_t k_;
  std::vector<Match> matches_;
};

/// Cosine of a query of length 1 with a row, from their dot product and the row's squared length; worked out
/// again in double where that length left the range in which float is exact enough, zeros among them.
float cosine(float dot, float squared_norm, std::span<const float> query, const WordVectors& vectors, std::size_t row) {
  if (!(squared_norm > 1e-30F && squared_norm < 1e30F)) return similarity(query, vectors.row(row));
  return std::clamp(static_cast<float>(dot / std::sqrt(double{squared_norm})), -1.0F, 1.0F);
}

}  // namespace

std::vector<Match> top_k(const WordVectors& vectors, std::span<const float> query, std::size_t k,
                         std::span<const std::uint32_t> excluded, int threads) {
  if (query.size() != vectors.dim()) {
    throw Error(
        fmt::format("query of another length: expected {} values, found {}", vectors.dim(), query.size()));
  }
  k = std::min(k, vectors.size());
  if (k == 0) return {};

  const std::vector<float> direction = unit(query);
  std::vector<std::uint32_t> skip(excluded.begin(), excluded.end());
  std::ranges::sort(skip);
  const std::size_t blocks = (vectors.size() + block_rows - 1) / block_rows;
  threads = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), blocks));
  std::atomic<std::size_t> next_block{0};
  std::mutex merging;
  Best best(k);

  parallel(threads, [&](const Worker& worker) {
    Best own(k);
    std::array<const float*, block_rows> rows;
    std::array<float, block_rows> dots;
    std::array<float, block_rows> squared_norms;
    for (std::size_t block = next_block++; block < blocks && !worker.failed; block = next_block++) {
      const std::size_t first = block * block_rows;
      const std::size_t count = std::min(block_rows, vectors.size() - first);
      for (std::size_t i = 0; i < count; ++i) rows[i] = vectors.row_data(first + i);
      simd::score_rows(direction.data(), {rows.data(), count}, vectors.dim(), dots.data(), squared_norms.data());
      for (std::size_t i = 0; i < count; ++i) {
        const Match match{static_cast<std::uint32_t>(first + i),
                          cosine(dots[i], squared_norms[i], direction, vectors, first + i)};
        if (own.takes(match) && !std::ranges::binary_search(skip, match.word)) own.add(match);
      }
    }
    const std::lock_guard lock(merging);
    for (const Match& match : own.matches()) {
      if (best.takes(match)) best.add(match);
    }
  });
  return std::move(best).sorted();
}

}  // namespace w2v
