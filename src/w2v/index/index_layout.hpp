#pragma once

#include <xxhash.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "w2v/index/source_mark.hpp"
#include "w2v/index/vector_index.hpp"

namespace w2v {

/// The first bytes of an index file, as they are in it: docs/FORMATS.md.
struct IndexHeader {
  static constexpr std::array<char, 8> right_magic{'w', '2', 'v', 'i', 'n', 'd', 'e', 'x'};
  static constexpr std::uint32_t usual_version = 1;
  static constexpr std::uint32_t version_with_repeated = 2;

  std::array<char, 8> magic = right_magic;
  std::uint32_t version = usual_version;
  std::uint32_t reduced = 0;
  SourceMark source;
  std::uint64_t rows = 0;
  std::uint64_t dim = 0;
  std::uint64_t newlines = 0;
  std::uint64_t word_bytes = 0;
  float largest_error = 0;
  std::uint32_t repeated = 0;  // rows of the file that have no part here: 0 in the usual version
  std::uint64_t checksum = 0;  // of the bytes before

  [[nodiscard]] std::uint64_t right_checksum() const { return XXH3_64bits(this, offsetof(IndexHeader, checksum)); }
};
static_assert(sizeof(IndexHeader) == 88 && std::is_trivially_copyable_v<IndexHeader>);
static_assert(std::endian::native == std::endian::little, "the index is little-endian");

constexpr std::uint64_t reduced_bytes(ReducedRows kind) {
  return kind == ReducedRows::float16 ? 2 : kind == ReducedRows::int8 ? 1 : 0;
}

/// Where the sections of an index begin: one behind the other, each on a page of its own.
struct IndexLayout {
  static constexpr std::uint64_t page = 4096;

  std::uint64_t starts, norms, order, word_ends, words, scales, rows, repeated, size;

  /// `rows`, `dim`, `word_bytes` and `repeated_count` at most 2^32, 2^20, 2^52 and 2^32, so that nothing overflows.
  IndexLayout(std::uint64_t row_count, std::uint64_t dim, std::uint64_t word_bytes, ReducedRows kind,
              std::uint64_t repeated_count = 0) {
    std::uint64_t end = sizeof(IndexHeader);
    const auto place = [&end](std::uint64_t bytes) {
      const std::uint64_t begin = (end + page - 1) / page * page;
      end = begin + bytes;
      return begin;
    };
    starts = place((row_count + repeated_count + 1) * sizeof(std::uint64_t));
    norms = place(row_count * sizeof(float));
    order = place(row_count * sizeof(std::uint32_t));
    word_ends = place(row_count * sizeof(std::uint64_t));
    words = place(word_bytes);
    scales = place(kind == ReducedRows::int8 ? row_count * sizeof(float) : 0);
    rows = place(row_count * dim * reduced_bytes(kind));
    repeated = repeated_count == 0 ? end : place(repeated_count * sizeof(std::uint32_t));
    size = end;
  }
};

}  // namespace w2v
