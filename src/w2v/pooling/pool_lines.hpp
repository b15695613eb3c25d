#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "w2v/base/observer.hpp"
#include "w2v/io/buffered_reader.hpp"
#include "w2v/pooling/pooler.hpp"

namespace w2v {

enum class PoolFormat {
  text,    ///< numbers parted by blanks, a vector a line
  tsv,     ///< by tabs
  npy,     ///< little-endian float32, as they follow npy_header()
  libsvm,  ///< `label 1:v 2:v ...`, indices from 1, zeros left out, as LIBSVM and LIBLINEAR read it
};

struct PoolConfig {
  PoolFormat format = PoolFormat::text;
  std::size_t label_column =
      0;  ///< lines are fields parted by tabs, this one (from 1) is the label, no text; 0: all is text
  int threads = 1;
};

struct PoolReport {
  std::uint64_t lines = 0;
  std::uint64_t lines_without_known = 0;  ///< their vectors are zeros
  std::uint64_t known_tokens = 0;
  std::uint64_t composed_tokens = 0;  ///< unknown ones that have a vector from their n-grams
  std::uint64_t unknown_tokens = 0;
};

/// Calls use(text) for each line, without its label. A UTF-8 byte-order mark at the start is left out. Throws Error,
/// with the line, where the label column is missing.
void for_each_line(BufferedReader& in, std::size_t label_column, const std::function<void(std::string_view text)>& use);

/// Pools each line, in order. `write` gets the vectors of the lines that have come so far: nobody who writes a line
/// into a pipe waits for its vector. The bytes do not depend on the number of threads. Throws Error, with the line, for
/// a label that is no number where the format is libsvm; Interrupted.
PoolReport pool_lines(BufferedReader& in, const Pooler& pooler, const PoolConfig& config,
                      const std::function<void(std::string_view)>& write, const Observer& observer);

}  // namespace w2v
