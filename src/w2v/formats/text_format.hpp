#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/formats/row_encoder.hpp"
#include "w2v/formats/row_parser.hpp"

namespace w2v {

/// True for a number, and for what is meant as one: digits with signs, points, commas and e, such as 0,1 or 1.000,5.
bool like_number(std::string_view field);

/// What to throw for a field that is no finite number: it was expected to be value `i`, from 0, of `dim`. `place` names
/// the row and the field's byte.
BadRow bad_number(const std::string& place, std::string_view field, std::size_t i, std::size_t dim,
                  std::string_view where = "");

/// Takes the last field off a line of text, and the blanks (space, tab) around it; empty if there is none.
std::string_view take_last_field(std::string_view& line);

/// How many numbers stand at the end of a line, behind one other field at least: the largest dim that it
/// could be a row of. `meant`: what only looks like a number counts, too; see like_number().
std::size_t numbers_at_end(std::string_view line, bool meant = false);

/// Rows of text, one a line, which ends with `\n`, `\r\n` or `\r`. A row is split from the right, for the word may hold
/// blanks or be a number. Lines of nothing but blanks are no rows.
class TextRows : public RowParser {
 public:
  using RowParser::RowParser;
  bool at_end() override;
  Row read() override;

 private:
  struct Line : BufferedReader::PeekedLine {
    bool last_and_open;  // the file ends here, without a line end
  };
  Line peek_line();
  /// Throws for the last field that is no number, and the part of the line before it: names the first one, unless the
  /// fields are too few.
  [[noreturn]] void refuse_field(const Line& line, std::string_view field, std::size_t place_in_row,
                                 std::string_view before) const;
};

/// The header `rows dim`, which GloVe's text has not; then `word v1 .. vD\n`.
class TextEncoder : public RowEncoder {
 public:
  TextEncoder(std::size_t dim, bool header) : dim_(dim), header_(header) {}
  [[nodiscard]] std::optional<std::string> head(std::uint64_t rows) const override;
  [[nodiscard]] std::string_view forbidden() const override { return separators; }
  void append(std::string_view word, std::span<const float> values, EncodedRows& out) override;

 private:
  std::size_t dim_;
  bool header_;
};

}  // namespace w2v
