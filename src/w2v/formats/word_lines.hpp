#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "w2v/io/buffered_reader.hpp"

namespace w2v {

/// The words of a file that holds numbers alone, from a file beside it that has them, one a line. Lines end with `\n`
/// or `\r\n`, and a word may hold a `\r`. In a file without any `\n`, as old Macs wrote, lines end with `\r`.
class WordLines {
 public:
  explicit WordLines(BufferedReader in) : in_(std::move(in)) {}

  /// The word of row `row`, from 1, of the file `numbers`; valid until the next call. Throws Error if there is none,
  /// BadRow if it is empty.
  std::string_view next(const std::string& numbers, std::uint64_t row);

  /// Throws Error if more words follow, behind `rows` rows.
  void require_end(std::uint64_t rows);

 private:
  BufferedReader in_;
  std::optional<bool> has_newlines_;
};

}  // namespace w2v
