#include "w2v/query/ann_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/query/ann_layout.hpp"
#include "w2v/query/similarity.hpp"

namespace w2v {
namespace {

/// The graph that is right behind the header. Throws Error that does not name the file.
std::string_view checked_graph(std::string_view bytes, const MappedFile& vectors, const WordVectors& rows) {
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
  if (header.source != SourceMark::of(vectors)) {
    throw Error(fmt::format("the index is not of {} as it is now", vectors.name()));
  }
  if (header.rows != rows.size() || header.dim != rows.dim()) {
    throw Error(fmt::format("the index is of {} rows of {} values: expected {} of {}", header.rows, header.dim,
                            rows.size(), rows.dim()));
  }
  if (header.graph_checksum != XXH3_64bits(graph.data(), graph.size()))
    throw Error("damaged index: wrong checksum of the graph");
  return graph;
}

}  // namespace

AnnIndex::AnnIndex(MappedFile file, HnswGraph graph) : file_(std::move(file)), graph_(std::move(graph)) {}

std::string AnnIndex::path_for(const std::string& vectors_path) {
  return vectors_path + ".hnsw";
}

AnnIndex AnnIndex::open(const std::string& path, const WordVectors& vectors) {
  if (vectors.file() == nullptr) {
    throw Error(fmt::format(
        "{}: has no approximate index: expected a plain word2vec binary file; w2v convert makes one", path));
  }
  const std::string index_path = path_for(path);
  const auto hint = fmt::format("w2v index {} --ann makes a new one", path);
  std::error_code fault;
  if (!std::filesystem::exists(index_path, fault)) {
    if (fault) throw Error(fmt::format("{}: cannot open: {}", index_path, fault.message()));
    throw Error(fmt::format("{}: no such approximate index; {}", index_path, hint));
  }
  std::optional<MappedFile> file = MappedFile::open(index_path, true);
  try {
    const std::string_view bytes = file ? file->bytes() : std::string_view();
    if (file) file->populate(0, bytes.size());
    HnswGraph graph = HnswGraph::over(checked_graph(bytes, *vectors.file(), vectors), vectors.size(), vectors.dim());
    return {std::move(*file), std::move(graph)};
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}; {}", index_path, error.what(), hint));
  }
}

std::vector<std::vector<Match>> AnnIndex::top_k(const WordVectors& vectors, std::span<const SearchQuery> queries,
                                                const SearchOptions& options, std::size_t ef) const {
  if (options.among || !options.center.empty()) {
    throw UsageError("an approximate index has all rows as they are: expected no list of words and no centre");
  }
  for (const SearchQuery& query : queries) {
    if (query.point.size() != vectors.dim()) {
      throw Error(
          fmt::format("query of another length: expected {} values, found {}", vectors.dim(), query.point.size()));
    }
  }
  const auto answer = [&](const SearchQuery& query) {
    const std::size_t k = std::min(options.k, vectors.size());
    const std::size_t wanted = std::min(k + query.excluded.size(), vectors.size());
    std::vector<std::uint32_t> near = graph_.search(unit(query.point), std::max(wanted, ef));
    near.resize(std::min(near.size(), wanted));
    std::vector<Match> matches;
    for (const std::uint32_t word : near) {
      if (std::ranges::find(query.excluded, word) != query.excluded.end()) continue;
      const float cosine = similarity(query.point, vectors.row(word));
      if (cosine >= options.min_similarity) matches.push_back({word, cosine});
    }
    std::ranges::sort(matches, [](const Match& a, const Match& b) {
      return a.similarity != b.similarity ? a.similarity > b.similarity : a.word < b.word;
    });
    matches.resize(std::min(matches.size(), k));
    return matches;
  };
  std::vector<std::vector<Match>> answers(queries.size());
  if (options.k == 0) return answers;
  std::atomic<std::size_t> next{0};
  const auto most = static_cast<int>(std::clamp<std::size_t>(queries.size(), 1, 4096));
  parallel(std::min(thread_count(options.threads), most), [&](const Worker& worker) {
    for (std::size_t q = next++; q < queries.size() && !worker.failed; q = next++) answers[q] = answer(queries[q]);
  });
  return answers;
}

void write_ann_index(const WordVectors& vectors, const HnswConfig& config, const Observer& observer) {
  if (vectors.file() == nullptr) throw Error("vectors in memory cannot be indexed: expected a mapped file");
  AtomicFile file(AnnIndex::path_for(vectors.file()->name()));
  const HnswGraph graph = HnswGraph::build(vectors, config, observer);
  AnnHeader header;
  header.source = SourceMark::of(*vectors.file());
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
