#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "w2v/io/atomic_file.hpp"
#include "w2v/io/file.hpp"
#include "w2v/vectors/detect.hpp"

namespace w2v {

/// Writes vectors row by row in word2vec's text or binary format. The file is there after commit(), whole; if
/// commit() is never reached, nothing changes.
///
/// The format begins with the number of rows. Where it is not known beforehand, rows go to a nameless file in
/// $TMPDIR (else /var/tmp) and are copied behind the header by commit(): nothing is held in memory, and the
/// output may be a pipe.
class VectorWriter {
 public:
  /// `rows`: the number of rows, if known; `dim`: values a row. Throws Error.
  VectorWriter(AtomicFile file, VectorFormat format, std::optional<std::uint64_t> rows, std::size_t dim);

  /// `values` must be dim long. Throws Error for a word that the formats cannot hold: an empty one, or one
  /// with a separator in it (is_separator()).
  void write(std::string_view word, std::span<const float> values);

  /// Throws Error if the number of rows is not the one promised.
  void commit();

 private:
  void flush();
  void write_header(std::uint64_t rows);

  AtomicFile file_;
  VectorFormat format_;
  std::optional<std::uint64_t> promised_rows_;
  std::size_t dim_;
  std::uint64_t rows_ = 0;
  std::string buffer_;
  File spool_;  // the rows, while their number is unknown
};

/// The format that a path's ending asks for: text for .txt and .vec, else binary.
VectorFormat format_for(std::string_view path);

}  // namespace w2v
