#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "w2v/base/observer.hpp"
#include "w2v/io/mapped_file.hpp"

namespace w2v {

/// How an index holds a copy of the rows, scaled to length 1, for the first look of a search.
enum class ReducedRows : std::uint32_t {
  none = 0,
  float16 = 1,  ///< IEEE half precision
  int8 = 2,     ///< whole numbers -127 .. 127, to be multiplied by the row's scale
};

/// An index beside a word2vec binary file, mapped: where its rows begin, its words in the order of their
/// bytes, the length of each row and, if wished, its rows in fewer bytes. docs/FORMATS.md describes it byte
/// by byte. Movable; many threads may read one at the same time.
///
/// The header has a checksum, and the file's size must be what it says. What stands behind it is not checked
/// when it is opened: places are checked when they are used.
class VectorIndex {
 public:
  /// The name of a file's index: the file's, and .w2vx.
  static std::string path_for(const std::string& vectors_path);

  /// Opens the index of a file; nothing if there is none. Throws Error if it is damaged, or is another file's
  /// or an older state's of this one.
  static std::optional<VectorIndex> open(const MappedFile& vectors);

  /// Rows with different words, by position: all of the file but those repeated().
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  /// The rows of the file, from 0, in ascending order, whose word stands in an earlier one.
  [[nodiscard]] std::span<const std::uint32_t> repeated() const { return repeated_; }
  [[nodiscard]] std::size_t dim() const { return dim_; }
  [[nodiscard]] bool newlines() const { return newlines_; }
  [[nodiscard]] const std::string& name() const { return file_.name(); }

  /// Where each row of the vectors' file begins, repeated ones among them, and where the next one would behind the
  /// last: rows() + repeated().size() + 1 bytes' numbers.
  [[nodiscard]] const std::uint64_t* starts() const { return starts_; }
  /// The Euclidean length of each row.
  [[nodiscard]] const float* norms() const { return norms_; }
  /// Position of a word; to be believed only after a look at the row, for the index may be damaged.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const;

  [[nodiscard]] ReducedRows reduced() const { return reduced_; }
  /// rows() times dim() values, without gaps: 16-bit or 8-bit numbers as reduced() says.
  [[nodiscard]] const void* reduced_rows() const { return reduced_rows_; }
  /// What to multiply each 8-bit row with; null for 16-bit ones.
  [[nodiscard]] const float* scales() const { return scales_; }
  /// The largest Euclidean distance of a row, scaled to length 1, from its reduced copy.
  [[nodiscard]] float largest_error() const { return largest_error_; }
  /// Brings reduced rows into memory: a hint.
  void populate(std::size_t first_row, std::size_t count) const;

 private:
  VectorIndex() = default;

  MappedFile file_;
  std::uint64_t rows_ = 0;
  std::size_t dim_ = 0;
  bool newlines_ = false;
  ReducedRows reduced_ = ReducedRows::none;
  float largest_error_ = 0;
  std::uint64_t word_bytes_ = 0;
  const std::uint64_t* starts_ = nullptr;
  const float* norms_ = nullptr;
  const std::uint32_t* order_ = nullptr;      // rows in the order of their words
  const std::uint64_t* word_ends_ = nullptr;  // in words_, in that order
  const char* words_ = nullptr;
  const float* scales_ = nullptr;
  const void* reduced_rows_ = nullptr;
  std::span<const std::uint32_t> repeated_;
};

}  // namespace w2v
