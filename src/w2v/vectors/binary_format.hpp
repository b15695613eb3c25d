#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "w2v/vectors/row_parser.hpp"

namespace w2v {

/// Rows of a word, one blank and dim little-endian floats. A newline after each row is in use and is left out
/// too; what follows the first row tells which for the whole file.
class BinaryRows : public RowParser {
 public:
  using RowParser::RowParser;
  bool at_end() override;
  Row read() override;

 private:
  std::optional<bool> newlines_;  // known after the first row
  bool behind_row_ = false;       // the last row's newline is still to be read
};

/// True if `bytes` can be whole binary rows: words without newlines, then finite values. The last row may be
/// cut unless `complete`, where the bytes must be exactly `rows` rows.
bool looks_binary(std::string_view bytes, bool complete, std::uint64_t rows, std::size_t dim);

/// Appends `word `, the values as they are in memory, `\n`.
void append_binary_row(std::string& out, std::string_view word, std::span<const float> values);

}  // namespace w2v
