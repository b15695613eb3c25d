#pragma once

#include <xxhash.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "w2v/index/source_mark.hpp"

namespace w2v {

/// The first bytes of an approximate index, as they are in it; the graph follows. See docs/FORMATS.md.
struct AnnHeader {
  static constexpr std::array<char, 8> right_magic{'w', '2', 'v', '-', 'h', 'n', 's', 'w'};
  static constexpr std::uint32_t right_version = 1;

  std::array<char, 8> magic = right_magic;
  std::uint32_t version = right_version;
  std::uint32_t unused = 0;
  SourceMark source;
  std::uint64_t rows = 0;
  std::uint64_t dim = 0;
  std::uint64_t graph_bytes = 0;
  std::uint64_t graph_checksum = 0;
  std::uint64_t checksum = 0;  // of the bytes before

  [[nodiscard]] std::uint64_t right_checksum() const { return XXH3_64bits(this, offsetof(AnnHeader, checksum)); }
};
static_assert(sizeof(AnnHeader) == 80 && std::is_trivially_copyable_v<AnnHeader>);
static_assert(sizeof(AnnHeader) % 8 == 0, "the graph must begin at a multiple of 8");
static_assert(std::endian::native == std::endian::little, "the index is little-endian");

}  // namespace w2v
