#pragma once

#include <cstddef>
#include <span>

#include "w2v/base/memory.hpp"

namespace w2v::simd {

/// A block of rows laid out for products(): in groups of 64, value by value, so that a vector holds the same value of
/// many rows and no product has to be summed across a vector. Reused for block after block.
class PackedRows {
 public:
  static constexpr std::size_t group = 64;

  PackedRows(std::size_t most_rows, std::size_t dim);

  /// Takes `rows`, not more than `most_rows`, each of `dim` floats at any address, aligned or not.
  void pack(std::span<const float* const> rows);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t dim() const { return dim_; }
  /// size() rounded up to whole groups: what products() writes for each query. The rows behind size() are zeros.
  [[nodiscard]] std::size_t padded_size() const { return (size_ + group - 1) / group * group; }

  /// The squared length of each row, padded_size() floats.
  [[nodiscard]] const float* squared_norms() const { return squared_norms_; }
  /// Group g: `dim` times 64 floats, 64-byte aligned.
  [[nodiscard]] const float* values(std::size_t g) const { return values_ + g * group * dim_; }

 private:
  std::size_t dim_;
  std::size_t size_ = 0;
  Region memory_;
  float* squared_norms_;
  float* values_;
};

/// The dot products of each query with each row: out[q * stride + r], `stride` at least rows.padded_size().
/// `queries`: rows.dim() floats each, aligned as floats are. 2 * queries * rows * dim floating-point operations.
void products(std::span<const float* const> queries, const PackedRows& rows, float* out, std::size_t stride);

}  // namespace w2v::simd
