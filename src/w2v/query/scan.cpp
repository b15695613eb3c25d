#include "w2v/query/scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/simd/dot_products.hpp"
#include "w2v/simd/packed_rows.hpp"

namespace w2v {
namespace {

constexpr std::size_t group = simd::PackedRows::group;
constexpr std::size_t block_bytes = std::size_t{1} << 18;  // of rows, to stay in a core's own cache
constexpr std::size_t directions_at_once = 48;

/// From this number of directions on, rows are packed for a matrix product: measured on 80,000 x 100 values,
/// packing costs as much as comparing all rows with five.
constexpr std::size_t worth_packing = 6;

std::size_t rows_a_block(std::size_t dim) {
  const std::size_t fitting = block_bytes / (sizeof(float) * std::max<std::size_t>(dim, 1));
  return std::clamp(fitting / group * group, group, 16 * group);
}

/// One thread's part of a scan.
class Scanner {
 public:
  Scanner(const SearchedRows& rows, std::span<const std::vector<float>> directions)
      : rows_(rows),
        most_rows_(rows_a_block(rows.dim())),
        pointers_(most_rows_),
        scales_(most_rows_),
        dots_(std::min(directions.size(), directions_at_once) * most_rows_) {
    if (directions.size() >= worth_packing) packed_.emplace(most_rows_, rows.dim());
    for (const std::vector<float>& direction : directions) directions_.push_back(direction.data());
  }

  template <class Visit>
  void take(std::size_t first_row, Visit&& visit) {
    const std::size_t count = std::min(most_rows_, rows_.size() - first_row);
    const std::size_t padded = (count + group - 1) / group * group;
    const std::span<const float*> pointers(pointers_.data(), count);
    rows_.find(first_row, pointers, copies_);
    if (packed_) packed_->pack(pointers);
    for (std::size_t d = 0; d < directions_.size(); d += directions_at_once) {
      const std::size_t directions = std::min(directions_at_once, directions_.size() - d);
      if (packed_) {
        simd::products({&directions_[d], directions}, *packed_, dots_.data(), padded);
      } else {
        for (std::size_t i = 0; i < directions; ++i)
          simd::score_rows(directions_[d + i], pointers, rows_.dim(), &dots_[i * padded], scales_.data());
      }
      if (d == 0) make_scales(packed_ ? packed_->squared_norms() : scales_.data(), count, padded);
      visit(ScoredBlock{first_row, padded, d, directions, dots_.data(), scales_.data(), uncertain_});
    }
  }

 private:
  void make_scales(const float* squared_norms, std::size_t count, std::size_t padded) {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    uncertain_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const float square = squared_norms[i];
      const bool certain = square > 1e-30F && square < 1e30F;
      scales_[i] = certain ? 1 / std::sqrt(square) : none;
      if (!certain) uncertain_.push_back(static_cast<std::uint32_t>(i));
    }
    std::fill(scales_.begin() + static_cast<std::ptrdiff_t>(count),
              scales_.begin() + static_cast<std::ptrdiff_t>(padded), none);
  }

  const SearchedRows& rows_;
  std::size_t most_rows_;
  std::optional<simd::PackedRows> packed_;
  std::vector<const float*> directions_;
  std::vector<const float*> pointers_;
  std::vector<float> copies_;
  std::vector<float> scales_;
  std::vector<float> dots_;
  std::vector<std::uint32_t> uncertain_;
};

}  // namespace

SearchedRows::SearchedRows(const WordVectors& vectors, const SearchOptions& options)
    : vectors_(vectors), center_(options.center), all_(!options.among) {
  if (!center_.empty() && center_.size() != dim()) {
    throw Error(fmt::format("centre of another length: expected {} values, found {}", dim(), center_.size()));
  }
  if (all_) return;
  among_ = *options.among;
  std::ranges::sort(among_);
  among_.erase(std::unique(among_.begin(), among_.end()), among_.end());
  if (!among_.empty() && among_.back() >= vectors.size()) {
    throw Error(fmt::format("no row {}: expected less than {}", among_.back(), vectors.size()));
  }
}

std::vector<float> SearchedRows::row(std::uint32_t word) const {
  std::vector<float> values = vectors_.row(word);
  for (std::size_t i = 0; i < center_.size(); ++i) values[i] -= center_[i];
  return values;
}

void SearchedRows::find(std::size_t first, std::span<const float*> rows, std::vector<float>& copies) const {
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = vectors_.row_data(word(first + i));
  if (center_.empty()) return;
  copies.resize(rows.size() * dim());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    float* copy = copies.data() + i * dim();
    std::memcpy(copy, rows[i], dim() * sizeof(float));
    for (std::size_t j = 0; j < dim(); ++j) copy[j] -= center_[j];
    rows[i] = copy;
  }
}

void scan(const SearchedRows& rows, std::span<const std::vector<float>> directions, int threads,
          const std::function<void(int worker, const ScoredBlock&)>& visit) {
  if (rows.size() == 0 || directions.empty()) return;
  const std::size_t step = rows_a_block(rows.dim());
  const std::size_t blocks = (rows.size() + step - 1) / step;
  threads = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), blocks));
  std::atomic<std::size_t> next_block{0};
  parallel(threads, [&](const Worker& worker) {
    Scanner scanner(rows, directions);
    for (std::size_t block = next_block++; block < blocks && !worker.failed; block = next_block++)
      scanner.take(block * step, [&](const ScoredBlock& scored) { visit(worker.index, scored); });
  });
}

float score_error(std::size_t dim) {
  constexpr float rounding = std::numeric_limits<float>::epsilon() / 2;
  return (1.5F * static_cast<float>(dim) + 8) * rounding;
}

}  // namespace w2v
