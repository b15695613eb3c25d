#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "w2v/base/observer.hpp"
#include "w2v/io/mapped_file.hpp"
#include "w2v/io/section_file.hpp"

namespace w2v {

/// How an index holds a copy of the rows, scaled to length 1, for the first look of a search.
enum class ReducedRows : std::uint32_t {
  none = 0,
  float16 = 1,  ///< IEEE half precision
  int8 = 2,     ///< whole numbers -127 .. 127, to be multiplied by the row's scale
};

/// Bytes of a value of a reduced row.
constexpr std::uint64_t reduced_bytes(ReducedRows kind) {
  return kind == ReducedRows::float16 ? 2 : kind == ReducedRows::int8 ? 1 : 0;
}

/// An index beside a word2vec binary file, mapped: where its rows begin, its words in the order of their
/// bytes, the length of each row and, if wished, its rows in fewer bytes. It is a section file; docs/FORMATS.md
/// describes it. Movable; many threads may read one at the same time.
///
/// When it is opened, its table of sections and its small sections are compared with their hashes. The large ones are
/// not read: what they say is checked where it is used.
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
  [[nodiscard]] const std::string& name() const { return file_.file().name(); }

  /// Where each row of the vectors' file begins, repeated ones among them, and where the next one would behind the
  /// last: rows() + repeated().size() + 1 bytes' numbers.
  [[nodiscard]] const std::uint64_t* starts() const { return starts_.data(); }
  /// The Euclidean length of each row.
  [[nodiscard]] const float* norms() const { return norms_.data(); }
  /// Position of a word; to be believed only after a look at the row, for the index may be damaged.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const;

  [[nodiscard]] ReducedRows reduced() const { return reduced_; }
  /// rows() times dim() values, without gaps: 16-bit or 8-bit numbers as reduced() says.
  [[nodiscard]] const void* reduced_rows() const { return reduced_rows_.data(); }
  /// What to multiply each 8-bit row with. 16-bit ones have none.
  [[nodiscard]] const float* scales() const { return scales_.data(); }
  /// The largest Euclidean distance of a row, scaled to length 1, from its reduced copy.
  [[nodiscard]] float largest_error() const { return largest_error_; }
  /// Brings reduced rows into memory: a hint.
  void populate(std::size_t first_row, std::size_t count) const;

 private:
  VectorIndex(MappedSections file, const MappedFile& vectors);
  void check_repeated(const MappedFile& vectors) const;

  MappedSections file_;
  std::uint64_t rows_ = 0;
  std::size_t dim_ = 0;
  bool newlines_ = false;
  ReducedRows reduced_ = ReducedRows::none;
  float largest_error_ = 0;
  std::span<const std::uint64_t> starts_;
  std::span<const float> norms_;
  std::span<const std::uint32_t> order_;      // rows in the order of their words
  std::span<const std::uint64_t> word_ends_;  // in words_, in that order
  std::span<const char> words_;
  std::span<const float> scales_;
  std::span<const std::byte> reduced_rows_;
  std::span<const std::uint32_t> repeated_;
};

}  // namespace w2v
