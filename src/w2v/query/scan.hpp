#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "w2v/query/top_k.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

/// The rows that a search looks through, as it sees them: those of SearchOptions::among, its centre taken
/// off.
class SearchedRows {
 public:
  /// Both must outlive this. Throws Error if the centre has not dim() values or a position is not one.
  SearchedRows(const WordVectors& vectors, const SearchOptions& options);

  [[nodiscard]] std::size_t size() const { return all_ ? vectors_.size() : among_.size(); }
  [[nodiscard]] std::size_t dim() const { return vectors_.dim(); }
  /// Position of the word whose row is the i-th.
  [[nodiscard]] std::uint32_t word(std::size_t i) const { return all_ ? static_cast<std::uint32_t>(i) : among_[i]; }

  /// The row of a word.
  [[nodiscard]] std::vector<float> row(std::uint32_t word) const;

  /// Makes `rows` point to rows first, first + 1, ...: where they are, or to copies of them in `copies`.
  void find(std::size_t first, std::span<const float*> rows, std::vector<float>& copies) const;

 private:
  const WordVectors& vectors_;
  std::span<const float> center_;
  bool all_;
  std::vector<std::uint32_t> among_;  // in ascending order, each once
};

/// Some rows, times some directions.
struct ScoredBlock {
  std::size_t first_row;
  std::size_t rows;             ///< a multiple of 64: the last ones may be none
  std::size_t first_direction;  ///< a multiple of 6
  std::size_t directions;
  const float* dots;  ///< of a direction with each row, `rows` floats; then those of the next
  /// What makes a dot product a cosine, a float for each row: 1 / length. NaN for no row, and for one whose
  /// squared length leaves the range in which float is exact enough, zeros among them.
  const float* scales;
  std::span<const std::uint32_t> uncertain;  ///< the rows of the latter kind, counted from first_row
};

/// Takes all rows times all directions, each of length 1 or 0, on `threads` threads, and shows the products
/// block by block: visit(index of the thread, block).
void scan(const SearchedRows& rows, std::span<const std::vector<float>> directions, int threads,
          const std::function<void(int worker, const ScoredBlock&)>& visit);

/// How far dots * scales may be from the cosine that similarity() finds. Sums of n products in float are off
/// by n roundings at most, relative to the sum of the absolute products, which the two lengths bound (Higham
/// 2002, "Accuracy and stability of numerical algorithms", equation 3.5); a squared length likewise, its root
/// by half of that.
float score_error(std::size_t dim);

}  // namespace w2v
