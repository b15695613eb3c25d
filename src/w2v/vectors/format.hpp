#pragma once

#include <string>

#include "w2v/vectors/row_reader.hpp"
#include "w2v/vectors/vector_writer.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

struct LoadedVectors {
  WordVectors vectors;
  VectorFacts facts;
  LeftOut left_out;  ///< all zero unless read leniently
};

/// Reads a file, or standard input for "-", into memory; see RowReader for what is accepted and refused.
/// Memory grows with the rows that come, whatever the header promises. Throws Error.
LoadedVectors load_vectors(const std::string& path, const ReadOptions& options = {});

/// Writes every row, in order. Throws Error; a file that was there before then stays.
void save_vectors(AtomicFile file, const WordVectors& vectors, VectorFormat format);

}  // namespace w2v
