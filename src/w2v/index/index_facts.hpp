#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "w2v/index/indexed_rows.hpp"
#include "w2v/io/mapped_file.hpp"
#include "w2v/io/section_file.hpp"

namespace w2v {

/// The two index files. Both are section files; docs/FORMATS.md tells what their sections hold.
inline constexpr SectionFileKind index_kind{"w2vindex", 3, "an index"};
inline constexpr SectionFileKind ann_kind{"w2v-hnsw", 2, "an approximate index"};

/// Section `source` of both: the file of vectors that the index belongs to.
struct IndexSource {
  std::uint64_t size = 0;     ///< bytes
  std::int64_t modified = 0;  ///< when it was changed last, nanoseconds since 1970
  std::uint64_t head = 0;     ///< XXH3 of its first 64 KB, or of all it has
  std::uint64_t rows = 0;     ///< rows with different words
  std::uint64_t dim = 0;      ///< values a row

  static IndexSource of(const IndexedRows& vectors);
};
static_assert(sizeof(IndexSource) == 40 && std::is_trivially_copyable_v<IndexSource>);

/// Section `facts` of the exact index.
struct IndexFacts {
  std::uint64_t newlines = 0;  ///< 1 if a newline follows each row of the file of vectors, else 0
  std::uint64_t reduced = 0;   ///< a ReducedRows
  double largest_error = 0;    ///< the largest Euclidean distance of a row, scaled to length 1, from its reduced copy
};
static_assert(sizeof(IndexFacts) == 24 && std::is_trivially_copyable_v<IndexFacts>);

/// The sections of an index file that was mapped, if it could be. Throws Error.
MappedSections index_sections(std::optional<MappedFile> file, const std::string& path, const SectionFileKind& kind);

/// Section `source` of an index. Throws Error if it is damaged, or if the index is not of this file as it is now.
IndexSource checked_source(const MappedSections& index, const MappedFile& vectors);

}  // namespace w2v
