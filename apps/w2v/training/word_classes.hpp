#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "w2v/cluster/kmeans.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace app {

/// Finds classes of words and tells how it went. A signal ends it with w2v::Interrupted.
w2v::Clustering find_word_classes(const w2v::WordVectors& vectors, const w2v::ClusterConfig& config);

/// "word class" and a line end, as word2vec -classes writes it. The word must hold no separator.
std::string word_class_line(std::string_view word, std::uint32_t word_class);

/// Writes such lines in the order of the vectors.
void write_word_classes(const w2v::WordVectors& vectors, const w2v::Clustering& clustering, w2v::AtomicFile output);

}  // namespace app
