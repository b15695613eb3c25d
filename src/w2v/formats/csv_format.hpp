#pragma once

#include <string>

#include "w2v/formats/csv_record.hpp"
#include "w2v/formats/row_encoder.hpp"
#include "w2v/formats/row_parser.hpp"

namespace w2v {

/// Records of a word and dim numbers, parted by the separator of the facts; the heading, if there is one, has been
/// read. Outside quotes a record ends with `\n`, `\r\n` or `\r`. Blanks around a number do not count; a word is taken
/// as it stands. Blank lines are no rows.
class CsvRows : public RowParser {
 public:
  CsvRows(BufferedReader in, const VectorFacts& facts) : RowParser(std::move(in), facts), dialect_(facts.separator) {}
  bool at_end() override;
  Row read() override;

 private:
  struct Record {
    std::string_view text;  // without its line end
    std::size_t bytes;      // with it
    bool closed;            // false if a quote is not: then the record is a line
  };
  Record peek_record();

  CsvDialect dialect_;
  std::string word_;
  std::string number_;
};

/// Comma-separated values without a header: the word, then the numbers. A word that holds a comma, a quote or a line
/// end is quoted as RFC 4180 has it, and so is one that could be taken for something else where a file begins; lines
/// end in `\n`.
class CsvEncoder : public RowEncoder {
 public:
  [[nodiscard]] std::string_view forbidden() const override { return {}; }
  void append(std::string_view word, std::span<const float> values, EncodedRows& out) override;
};

}  // namespace w2v
