#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "w2v/io/mapped_file.hpp"

namespace w2v {

/// What an index is made of: the words and rows of a mapped file, by position. Many threads may read it at the same
/// time.
class IndexedRows {
 public:
  virtual ~IndexedRows() = default;

  [[nodiscard]] virtual const MappedFile& file() const = 0;
  /// Rows with different words.
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::size_t dim() const = 0;
  [[nodiscard]] virtual std::string_view word(std::size_t i) const = 0;
  /// A copy of the values of row i. Throws Error, with the row and the byte, if one is not finite.
  [[nodiscard]] virtual std::vector<float> row(std::size_t i) const = 0;

  /// Whether a newline follows each row of the file.
  [[nodiscard]] virtual bool newlines() const = 0;
  /// Where each row of the file begins, and where a next one would: size() + repeated().size() + 1 places.
  [[nodiscard]] virtual const std::uint64_t* starts() const = 0;
  /// The rows of the file, from 0, in ascending order, whose word stands in an earlier one.
  [[nodiscard]] virtual std::span<const std::uint32_t> repeated() const = 0;

 protected:
  IndexedRows() = default;
  IndexedRows(IndexedRows&&) = default;
  IndexedRows& operator=(IndexedRows&&) = default;
};

}  // namespace w2v
