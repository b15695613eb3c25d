#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/base/error.hpp"

namespace w2v {

/// A file that is read for evaluation, as lines without their ends (`\n`, `\r\n` or `\r`). It may be compressed.
struct SetLines {
  std::string name;  ///< the path, or "standard input"
  std::vector<std::string> lines;

  /// The error of a line, counted from 0: "name:line: what".
  [[nodiscard]] Error error(std::size_t line, std::string_view what) const;
};

/// Reads a file, or standard input for "-"; a byte order mark is left out. Throws Error.
SetLines read_lines(const std::string& path);

}  // namespace w2v
