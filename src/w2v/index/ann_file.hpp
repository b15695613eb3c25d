#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "w2v/base/observer.hpp"
#include "w2v/index/hnsw_graph.hpp"
#include "w2v/index/indexed_rows.hpp"
#include "w2v/io/section_file.hpp"

namespace w2v {

/// The file of an approximate index, mapped: an HnswGraph, and what ties it to its file of vectors. docs/FORMATS.md
/// describes it. Movable; many threads may read one at the same time.
class AnnFile {
 public:
  /// The name of the approximate index of a file of vectors: the file's, and .hnsw.
  static std::string path_for(const std::string& vectors_path);

  /// Opens the index of these vectors. Throws Error if there is none, if it is damaged, or if it is another file's or
  /// an older state's of this one.
  static AnnFile open(const IndexedRows& vectors);

  /// HnswGraph::search().
  [[nodiscard]] std::vector<std::uint32_t> search(std::span<const float> direction, std::size_t ef) const {
    return graph_.search(direction, ef);
  }

 private:
  AnnFile(MappedSections file, const IndexedRows& vectors);

  MappedSections file_;
  HnswGraph graph_;
};

/// Makes the approximate index of these vectors, whole or not at all. Throws Error, Interrupted.
void write_ann_file(const IndexedRows& vectors, const HnswConfig& config, const Observer& observer);

}  // namespace w2v
