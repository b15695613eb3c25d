#pragma once

#include <string>

#include "w2v/cluster/kmeans.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/vectors/word_vectors.hpp"

/// Finds classes of words and tells how it went. A signal ends it with w2v::Interrupted.
w2v::Clustering find_word_classes(const w2v::WordVectors& vectors, const w2v::ClusterConfig& config);

/// Writes 'word class' lines in the order of the vectors, as word2vec -classes does. Words must hold no separator.
void write_word_classes(const w2v::WordVectors& vectors, const w2v::Clustering& clustering, w2v::AtomicFile output);
