#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace w2v {

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

}  // namespace w2v
