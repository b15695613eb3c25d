#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "w2v/formats/row_encoder.hpp"
#include "w2v/formats/vector_format.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/io/headed_file.hpp"

namespace w2v {

/// Writes vectors row by row in any VectorFormat. The file is there after commit(), whole; if commit() is never
/// reached, nothing changes. Where the format has two files, both are there or none.
///
/// Most formats begin with the number of rows. Where it is not known beforehand, rows go through a temporary file
/// (HeadedFile).
class VectorWriter {
 public:
  /// `rows`: the number of rows, if known; `dim`: values a row; `words`: the file at companion_path(), where the format
  /// has one. Throws Error.
  VectorWriter(AtomicFile file, VectorFormat format, std::optional<std::uint64_t> rows, std::size_t dim,
               std::optional<AtomicFile> words = std::nullopt);

  /// `values` must be dim long. Throws BadRow, and the next row may follow, for what the format cannot hold: an empty
  /// word, a byte in the word that is a separator there, a value that is too large. Throws Error.
  void write(std::string_view word, std::span<const float> values);

  /// Throws Error if the number of rows is not the one promised.
  void commit();

  /// Rows written.
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  /// What the rows written lost by it, where the format has fewer bits than a float.
  [[nodiscard]] std::optional<StorageLoss> loss() const { return encoder_->loss(); }

 private:
  void check(std::string_view word, std::span<const float> values) const;

  std::string name_;  // of the file, for messages
  std::unique_ptr<RowEncoder> encoder_;
  std::optional<std::uint64_t> promised_rows_;
  std::size_t dim_;
  std::uint64_t rows_ = 0;
  std::optional<AtomicFile> file_;     // the rows, where they can be written at once;
  std::optional<HeadedFile> counted_;  // where they must be counted first
  std::optional<AtomicFile> words_;
  EncodedRows encoded_;
};

}  // namespace w2v
