#include "w2v/index/ann_file.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/index/index_facts.hpp"
#include "w2v/io/atomic_file.hpp"

namespace w2v {
namespace {

/// The graph of these vectors in the file of an index, read and compared with its hash. Throws Error.
HnswGraph checked_graph(const MappedSections& index, const IndexedRows& vectors) {
  const IndexSource source = checked_source(index, vectors.file());
  if (source.rows != vectors.size() || source.dim != vectors.dim()) {
    throw Error(fmt::format("{}: the index is of {} rows of {} values: expected {} of {}", index.file().name(),
                            source.rows, source.dim, vectors.size(), vectors.dim()));
  }
  index.file().populate(0, index.file().bytes().size());
  index.check("graph");
  const std::span<const std::byte> graph = index.bytes("graph");
  try {
    return HnswGraph::over({reinterpret_cast<const char*>(graph.data()), graph.size()}, source.rows, source.dim);
  } catch (const Error& error) {
    throw index.wrong("graph", error.what());
  }
}

}  // namespace

AnnFile::AnnFile(MappedSections file, const IndexedRows& vectors)
    : file_(std::move(file)), graph_(checked_graph(file_, vectors)) {}

std::string AnnFile::path_for(const std::string& vectors_path) {
  return vectors_path + ".hnsw";
}

AnnFile AnnFile::open(const IndexedRows& vectors) {
  const std::string path = path_for(vectors.file().name());
  const auto hint = fmt::format("w2v index {} --ann makes a new one", vectors.file().name());
  std::error_code fault;
  if (!std::filesystem::exists(path, fault)) {
    if (fault) throw Error(fmt::format("{}: cannot open: {}", path, fault.message()));
    throw Error(fmt::format("{}: no such approximate index; {}", path, hint));
  }
  std::optional<MappedFile> file = MappedFile::open(path, true);
  try {
    return {index_sections(std::move(file), path, ann_kind), vectors};
  } catch (const Error& error) {
    throw Error(fmt::format("{}; {}", error.what(), hint));
  }
}

void write_ann_file(const IndexedRows& vectors, const HnswConfig& config, const Observer& observer) {
  AtomicFile file(AnnFile::path_for(vectors.file().name()));
  SectionWriter writer(file, ann_kind, 2);
  const HnswGraph graph = HnswGraph::build(vectors, config, observer);
  const std::array source{IndexSource::of(vectors)};
  std::uint64_t graph_bytes = 0;
  graph.save([&](std::string_view piece) { graph_bytes += piece.size(); });
  file.require_space(section_file_bytes(std::array{std::uint64_t{sizeof source}, graph_bytes}));
  writer.write(Section{"source", bytes_of(source)});
  writer.begin("graph");
  graph.save([&](std::string_view piece) { writer.write(bytes_of(piece)); });
  writer.finish();
  file.commit();
}

}  // namespace w2v
