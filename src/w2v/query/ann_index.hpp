#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "w2v/index/ann_file.hpp"
#include "w2v/query/top_k.hpp"

namespace w2v {

/// Search by the approximate index beside a mapped file of vectors (AnnFile). Movable; many threads may use one at the
/// same time.
class AnnIndex {
 public:
  /// Candidates of a search, where nobody wants others.
  static constexpr std::size_t usual_ef = 100;

  /// The name of a file's approximate index: the file's, and .hnsw.
  static std::string path_for(const std::string& vectors_path) { return AnnFile::path_for(vectors_path); }

  /// Opens the index of the vectors at `path`. Throws Error if they are not a mapped file's, if there is no
  /// index, if it is damaged, or if it is another file's or an older state's of this one.
  static AnnIndex open(const std::string& path, const WordVectors& vectors);

  /// As top_k() on the same vectors, but near rows may be missed. Those that are found have the similarity
  /// that top_k() gives them, and its order. `ef`: HnswGraph::search()'s, raised to what is asked for. Of
  /// `options` k, min_similarity and threads count; throws UsageError if among or center is set.
  [[nodiscard]] std::vector<std::vector<Match>> top_k(const WordVectors& vectors, std::span<const SearchQuery> queries,
                                                      const SearchOptions& options, std::size_t ef) const;

 private:
  explicit AnnIndex(AnnFile file);

  AnnFile file_;
};

/// Makes the approximate index of the vectors of a mapped file, whole or not at all. Throws Error,
/// Interrupted.
void write_ann_index(const WordVectors& vectors, const HnswConfig& config, const Observer& observer);

}  // namespace w2v
