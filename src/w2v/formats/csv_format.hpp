#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "w2v/base/lines.hpp"
#include "w2v/formats/row_encoder.hpp"
#include "w2v/formats/row_parser.hpp"

namespace w2v {

/// How a file of comma- or tab-separated values parts and quotes its fields. Quotes are RFC 4180's: within them
/// separators and line ends are text, and a quote is doubled. Where tabs part the fields, many files quote nothing:
/// there a field counts as quoted only if it ends with a quote, too, holds something, and its inner quotes are doubled;
/// it never reaches over a line end.
class CsvDialect {
 public:
  explicit CsvDialect(char separator) : separator_(separator) {}

  /// The end of the record that `bytes` begin with; its length is 0 if it is not there, or if a quote is not closed.
  [[nodiscard]] LineEnd record_end(std::string_view bytes) const;

  /// Takes the first field, with its quotes, off a record without line end, and the separator behind it; `last` tells
  /// if there was none. Nothing if a quote is not closed, or text follows the closing one.
  [[nodiscard]] std::optional<std::string_view> take_field(std::string_view& record, bool& last) const;

  [[nodiscard]] bool is_quoted(std::string_view field) const;

  /// The field without quotes; `buffer` holds it where inner quotes were doubled.
  [[nodiscard]] std::string_view text_of(std::string_view field, std::string& buffer) const;

 private:
  char separator_;
};

/// A file of comma- or tab-separated rows of vectors.
struct CsvFacts {
  char separator;
  bool has_heading;
  std::size_t heading_bytes;  ///< of the heading with its line end; 0 without one
  std::size_t dim;
};

/// Looks at the first records of a file, of which `bytes` is the begin, or all if `complete`. They are vectors if at
/// least half of them have equally many fields, two or more, of which all but the first look like numbers. The first
/// record is a heading if it has as many fields and one behind the first is no number, or the first is empty, or those
/// behind an unquoted first are 0, 1, 2 and so on, as libraries number columns. Nothing if all rows begin with a number
/// without quotes; or if the fields are two and the lines may be meant otherwise: `word count` lines with a tab, `king
/// 0,5` with a decimal comma.
std::optional<CsvFacts> detect_csv(std::string_view bytes, bool complete);

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
