#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/formats/detect.hpp"
#include "w2v/io/buffered_reader.hpp"

namespace w2v {

/// A word and its dim values, as a file has them. Valid until the next row is asked for.
struct Row {
  std::string_view word;
  std::span<const float> values;
};

/// "path: row 3 (byte 57)": how messages name a row, counted from 1, and a byte, counted from 0.
inline std::string row_place(const std::string& name, std::uint64_t row, std::uint64_t byte) {
  return fmt::format("{}: row {} (byte {})", name, row, byte);
}

/// A file of vectors is damaged in a way that a lenient reader gets over: it leaves a row out, or takes the rows
/// before.
class Damage : public Error {
 public:
  using Error::Error;
};

/// One row cannot be used, those behind it can. `reason` says what is wrong in a few fixed words, for
/// counting.
class BadRow : public Damage {
 public:
  BadRow(const std::string& place, const char* reason, const std::string& detail)
      : Damage(fmt::format("{}: {}: {}", place, reason, detail)), reason_(reason) {}

  [[nodiscard]] const char* reason() const { return reason_; }

 private:
  const char* reason_;
};

/// The reason of rows whose word stands in an earlier row.
inline constexpr const char* duplicate_word = "duplicate word";

/// What is wrong with such a row.
inline BadRow repeated_word(const std::string& place, std::string_view word) {
  return {place, duplicate_word, fmt::format("expected a new word, found '{}' again", printable(word))};
}

/// A word longer than this, in bytes, is a damaged file.
inline constexpr std::size_t longest_word = std::size_t{1} << 20;

/// The rows of one format, read one after the other. Knows nothing of row counts and of other rows' words.
class RowParser {
 public:
  RowParser(BufferedReader in, const VectorFacts& facts) : in_(std::move(in)), values_(facts.dim) {}
  virtual ~RowParser() = default;

  /// True if no row follows. Throws Error.
  virtual bool at_end() = 0;

  /// The next row, after at_end() said that there is one. Throws BadRow, having moved past the row, or Error
  /// if nothing behind this place can be read.
  virtual Row read() = 0;

  /// Rows begun so far, good and bad.
  [[nodiscard]] std::uint64_t rows() const { return rows_; }

  /// The row begun last, and the byte where it begins.
  [[nodiscard]] std::string place() const { return place(row_start_); }
  [[nodiscard]] std::uint64_t row_start() const { return row_start_; }
  [[nodiscard]] const std::string& name() const { return in_.name(); }
  [[nodiscard]] std::uint64_t offset() const { return in_.offset(); }

 protected:
  void begin_row() {
    row_start_ = in_.offset();
    ++rows_;
  }
  [[nodiscard]] std::string place(std::uint64_t byte) const { return row_place(in_.name(), rows_, byte); }

  BufferedReader in_;
  std::vector<float> values_;  // of the current row, dim of them
  std::uint64_t row_start_ = 0;

 private:
  std::uint64_t rows_ = 0;
};

}  // namespace w2v
