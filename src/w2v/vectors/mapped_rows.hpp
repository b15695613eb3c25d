#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "w2v/formats/detect.hpp"
#include "w2v/index/indexed_rows.hpp"
#include "w2v/index/vector_index.hpp"
#include "w2v/io/mapped_file.hpp"
#include "w2v/vectors/word_positions.hpp"

namespace w2v {

/// The rows of a word2vec binary file where they lie in the mapped file: nothing is copied, 8 bytes a row are
/// kept. Where a word stands in several rows, the first counts: the others have no position. Movable; many threads may
/// read one at the same time.
///
/// To open it reads no numbers, so a value that is not finite shows when its row is taken by row().
class MappedRows final : public IndexedRows {
 public:
  /// Walks over the rows to find where each begins, on up to `threads` threads, and which words stand in several; ends
  /// with `limit` different words, and no byte behind them is touched. `facts` are the file's, its first row begins at
  /// byte `first_row`.
  ///
  /// Nothing if a row is damaged, or if rows are missing or too many: RowReader can tell what is wrong.
  static std::optional<MappedRows> walk(MappedFile file, std::size_t first_row, const VectorFacts& facts,
                                        std::uint64_t limit, int threads);

  /// The first rows, `limit` at most, of a file that has an index: reads none of them.
  MappedRows(MappedFile file, VectorIndex index, std::uint64_t limit);

  MappedRows(MappedRows&&) noexcept;
  MappedRows& operator=(MappedRows&&) noexcept;
  ~MappedRows() override;

  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::size_t dim() const override { return dim_; }

  /// Throws Error, as do the next two, if a damaged index names a place where no row can be.
  [[nodiscard]] std::string_view word(std::size_t i) const override { return word_in_file(row_in_file(i)); }
  /// The values of row i, at any address.
  [[nodiscard]] const float* row_data(std::size_t i) const {
    const std::size_t row = row_in_file(i);
    return reinterpret_cast<const float*>(base_ + starts_[row] + (row_bytes(row) - tail_));
  }
  /// A copy of them. Throws Error, with the row and the byte, if one is not finite.
  [[nodiscard]] std::vector<float> row(std::size_t i) const override;

  /// The file's index, or null.
  [[nodiscard]] const VectorIndex* index() const { return index_ ? &*index_ : nullptr; }
  [[nodiscard]] const MappedFile& file() const override { return file_; }
  /// Where each row of the file begins, and where a next one would: size() + repeated().size() + 1 places.
  [[nodiscard]] const std::uint64_t* starts() const override { return starts_; }
  /// The rows of the file, from 0, in ascending order, whose word stands in an earlier one.
  [[nodiscard]] std::span<const std::uint32_t> repeated() const override { return repeated_; }
  /// The word of such a row, or any other row of the file.
  [[nodiscard]] std::string_view word_in_file(std::size_t row) const {
    const std::size_t bytes = row_bytes(row);
    return {base_ + starts_[row], bytes - tail_ - 1};
  }
  [[nodiscard]] bool newlines() const override { return tail_ > dim_ * sizeof(float); }

  /// True if all values are finite. With an index there is nothing to look at: its maker has.
  [[nodiscard]] bool is_sound(int threads) const;

  /// Position of a word. With an index it is found there. Else the first few look-ups scan the words of the
  /// same length; then a hash table of all words is made.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const;

 private:
  struct LookUp;

  MappedRows(MappedFile file, std::vector<std::uint64_t> starts, std::vector<std::uint32_t> repeated, std::size_t dim,
             bool newlines);
  void skip_repeated(std::size_t file_rows, std::uint64_t limit);
  /// Which row of the file the word at a position has.
  [[nodiscard]] std::size_t row_in_file(std::size_t i) const { return kept_.empty() ? i : kept_[i]; }
  void make_table() const;
  [[nodiscard]] std::optional<std::uint32_t> scan(std::string_view word) const;
  [[nodiscard]] std::optional<std::uint32_t> find_in_index(std::string_view word) const;
  /// Length of row i of the file, which is inside the file and has room for a word.
  [[nodiscard]] std::size_t row_bytes(std::size_t i) const {
    const std::uint64_t begin = starts_[i];
    const std::uint64_t end = starts_[i + 1];
    if (end > furthest_ || begin >= end || end - begin < tail_ + 2) refuse_index();
    return end - begin;
  }
  [[noreturn]] void refuse_index() const;

  MappedFile file_;
  const char* base_;
  std::uint64_t furthest_;  // where the last row may end: a byte behind the file, whose last newline may be missing
  std::optional<VectorIndex> index_;
  std::vector<std::uint64_t> own_starts_;  // without an index
  const std::uint64_t* starts_;            // of each row's word; behind the last, where a next row would begin
  std::vector<std::uint32_t> repeated_;
  std::vector<std::uint32_t> kept_;  // the other rows; empty where none is repeated
  std::size_t size_;
  std::size_t dim_;
  std::size_t tail_;  // bytes of a row behind its blank: the values and, in most files, a newline
  std::unique_ptr<LookUp> look_up_;
};

}  // namespace w2v
