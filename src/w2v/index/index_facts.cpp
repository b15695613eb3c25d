#include "w2v/index/index_facts.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <string_view>
#include <utility>

#include "w2v/base/error.hpp"

namespace w2v {
namespace {

constexpr std::size_t head_bytes = std::size_t{1} << 16;

std::uint64_t head_hash(const MappedFile& file) {
  const std::string_view head = file.bytes().substr(0, head_bytes);
  return XXH3_64bits(head.data(), head.size());
}

}  // namespace

IndexSource IndexSource::of(const IndexedRows& vectors) {
  const MappedFile& file = vectors.file();
  return {file.bytes().size(), file.modified(), head_hash(file), vectors.size(), vectors.dim()};
}

MappedSections index_sections(std::optional<MappedFile> file, const std::string& path, const SectionFileKind& kind) {
  if (!file) throw Error(fmt::format("{}: is empty or no regular file: expected {}", path, kind.name));
  return {std::move(*file), kind};
}

IndexSource checked_source(const MappedSections& index, const MappedFile& vectors) {
  index.check("source");
  const IndexSource source = index.values<IndexSource>("source", 1)[0];
  if (source.size != vectors.bytes().size() || source.modified != vectors.modified() ||
      source.head != head_hash(vectors)) {
    throw Error(fmt::format("{}: the index is not of {} as it is now", index.file().name(), vectors.name()));
  }
  return source;
}

}  // namespace w2v
