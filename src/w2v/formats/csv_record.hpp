#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "w2v/base/lines.hpp"

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

}  // namespace w2v
