#pragma once

#include <cstddef>
#include <limits>

#include "w2v/base/error.hpp"
#include "w2v/base/memory.hpp"

namespace w2v {

/// A dense matrix, row after row, zero at first. Every row starts on a 64-byte line and is padded with zeros to
/// `stride()` values, so kernels may work on whole vectors. Movable.
template <class Real>
class Matrix {
 public:
  Matrix() = default;

  /// What helps where a training needs too much memory.
  static constexpr const char* smaller_model = "lower --dim, or the number of words with --min-count or --max-vocab";
  /// What helps where vectors need too much that were read.
  static constexpr const char* fewer_vectors = "use fewer vectors, with --limit";

  /// rows x dim values. Throws Error, with the number of bytes, if the memory cannot be had; `purpose` and
  /// `remedy` are those of Region, such as "the input matrix".
  Matrix(std::size_t rows, std::size_t dim, const char* purpose, const char* remedy = smaller_model)
      : rows_(rows), dim_(dim), stride_(padded(dim)), memory_(bytes(rows, dim), purpose, remedy) {}

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t dim() const { return dim_; }
  /// Values from the start of one row to the start of the next.
  [[nodiscard]] std::size_t stride() const { return stride_; }

  [[nodiscard]] Real* row(std::size_t i) { return values() + i * stride_; }
  [[nodiscard]] const Real* row(std::size_t i) const { return values() + i * stride_; }

  /// Which row a pointer from row() is.
  [[nodiscard]] std::size_t index_of(const Real* row) const {
    return static_cast<std::size_t>(row - values()) / stride_;
  }

  /// Makes room for `rows` rows, not fewer than there are; new ones are zero unless shrink() left them behind. Rows
  /// move.
  void grow(std::size_t rows) {
    memory_.grow(bytes(rows, dim_));
    rows_ = rows;
  }
  /// Forgets the rows behind the first `rows`.
  void shrink(std::size_t rows) { rows_ = rows < rows_ ? rows : rows_; }

  /// Length of a row with its padding, in values.
  static std::size_t padded(std::size_t dim) {
    constexpr std::size_t line = 64 / sizeof(Real);
    return (dim + line - 1) / line * line;
  }
  /// Memory that rows x dim values take, in bytes; the largest number if that is more than a number holds.
  static std::size_t bytes(std::size_t rows, std::size_t dim) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    const std::size_t row_bytes = dim > most / 64 ? most : padded(dim) * sizeof(Real);
    return row_bytes != 0 && rows > most / row_bytes ? most : rows * row_bytes;
  }

 private:
  [[nodiscard]] Real* values() const { return reinterpret_cast<Real*>(memory_.data()); }

  std::size_t rows_ = 0;
  std::size_t dim_ = 0;
  std::size_t stride_ = 0;
  Region memory_;
};

}  // namespace w2v
