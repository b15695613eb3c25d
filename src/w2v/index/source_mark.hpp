#pragma once

#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "w2v/io/mapped_file.hpp"

namespace w2v {

/// What an index remembers of the file of vectors it belongs to, as it is in the index: 24 bytes.
struct SourceMark {
  std::uint64_t size = 0;     ///< bytes
  std::int64_t modified = 0;  ///< when it was changed last, nanoseconds since 1970
  std::uint64_t head = 0;     ///< XXH3 of its first 64 KB, or of all it has

  static SourceMark of(const MappedFile& file) {
    const std::string_view head = file.bytes().substr(0, std::size_t{1} << 16);
    return {file.bytes().size(), file.modified(), XXH3_64bits(head.data(), head.size())};
  }

  friend bool operator==(const SourceMark&, const SourceMark&) = default;
};

}  // namespace w2v
