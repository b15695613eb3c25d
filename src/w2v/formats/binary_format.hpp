#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "w2v/formats/row_encoder.hpp"
#include "w2v/formats/row_parser.hpp"

namespace w2v {

/// Rows of a word, one blank and dim little-endian floats. A newline after each row is in use and is left out
/// too; what follows the first row tells which for the whole file.
class BinaryRows : public RowParser {
 public:
  using RowParser::RowParser;
  bool at_end() override;
  Row read() override;

 protected:
  /// Where value i begins, in bytes behind the word's blank; i = dim: where the values end.
  [[nodiscard]] virtual std::size_t value_place(std::size_t i) const { return i * sizeof(float); }
  /// Makes floats of the bytes behind the word's blank, value_place(dim) of them.
  virtual void decode(const char* bytes, std::span<float> values) const;

 private:
  std::optional<bool> newlines_;  // known after the first row
  bool behind_row_ = false;       // the last row's newline is still to be read
};

/// The first value that is NaN or infinite; nothing if there is none.
std::optional<std::size_t> first_not_finite(std::span<const float> values);

/// What to throw for value i of a row; `place` names the row and the value's byte.
BadRow not_finite(const std::string& place, std::span<const float> values, std::size_t i);

/// True if `bytes`, without control characters, can be whole binary rows: words without newlines, then finite values.
/// Where the values' bytes are characters of text, at least half of the values must be of a size that these seldom have
/// as floats. The last row may be cut unless `complete`, where the bytes must be exactly `rows` rows.
bool looks_binary(std::string_view bytes, bool complete, std::uint64_t rows, std::size_t dim);

/// The header `rows dim`; then `word `, the values as they are in memory, `\n`.
class BinaryEncoder : public RowEncoder {
 public:
  explicit BinaryEncoder(std::size_t dim) : dim_(dim) {}
  [[nodiscard]] std::optional<std::string> head(std::uint64_t rows) const override;
  [[nodiscard]] std::string_view forbidden() const override { return separators; }
  void append(std::string_view word, std::span<const float> values, EncodedRows& out) override;

 private:
  std::size_t dim_;
};

}  // namespace w2v
