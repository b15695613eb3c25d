#include "w2v/index/ann_file.hpp"

#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/index/ann_layout.hpp"
#include "w2v/io/atomic_file.hpp"

namespace w2v {
namespace {

/// The graph that is right behind the header. Throws Error that does not name the file.
std::string_view checked_graph(std::string_view bytes, const IndexedRows& vectors) {
  AnnHeader header;
  if (bytes.size() < sizeof header) throw Error("not an approximate index: expected a header of 80 bytes");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != AnnHeader::right_magic) throw Error("not an approximate index: expected 'w2v-hnsw' at its begin");
  if (header.checksum != header.right_checksum()) throw Error("damaged index: wrong checksum of the header");
  if (header.version != AnnHeader::right_version) {
    throw Error(
        fmt::format("index of another version: expected {}, found {}", AnnHeader::right_version, header.version));
  }
  const std::string_view graph = bytes.substr(sizeof header);
  if (header.graph_bytes != graph.size()) {
    throw Error(
        fmt::format("damaged index: expected {} bytes behind the header, found {}", header.graph_bytes, graph.size()));
  }
  if (header.source != SourceMark::of(vectors.file())) {
    throw Error(fmt::format("the index is not of {} as it is now", vectors.file().name()));
  }
  if (header.rows != vectors.size() || header.dim != vectors.dim()) {
    throw Error(fmt::format("the index is of {} rows of {} values: expected {} of {}", header.rows, header.dim,
                            vectors.size(), vectors.dim()));
  }
  if (header.graph_checksum != XXH3_64bits(graph.data(), graph.size()))
    throw Error("damaged index: wrong checksum of the graph");
  return graph;
}

}  // namespace

AnnFile::AnnFile(MappedFile file, HnswGraph graph) : file_(std::move(file)), graph_(std::move(graph)) {}

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
    const std::string_view bytes = file ? file->bytes() : std::string_view();
    if (file) file->populate(0, bytes.size());
    HnswGraph graph = HnswGraph::over(checked_graph(bytes, vectors), vectors.size(), vectors.dim());
    return {std::move(*file), std::move(graph)};
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}; {}", path, error.what(), hint));
  }
}

void write_ann_file(const IndexedRows& vectors, const HnswConfig& config, const Observer& observer) {
  AtomicFile file(AnnFile::path_for(vectors.file().name()));
  const HnswGraph graph = HnswGraph::build(vectors, config, observer);
  AnnHeader header;
  header.source = SourceMark::of(vectors.file());
  header.rows = vectors.size();
  header.dim = vectors.dim();
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), XXH3_freeState);
  XXH3_64bits_reset(state.get());
  graph.save([&](std::string_view piece) {
    header.graph_bytes += piece.size();
    XXH3_64bits_update(state.get(), piece.data(), piece.size());
  });
  header.graph_checksum = XXH3_64bits_digest(state.get());
  header.checksum = header.right_checksum();

  file.require_space(sizeof header + header.graph_bytes);
  file.write({reinterpret_cast<const char*>(&header), sizeof header});
  graph.save([&](std::string_view piece) { file.write(piece); });
  file.commit();
}

}  // namespace w2v
