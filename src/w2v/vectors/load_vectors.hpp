#pragma once

#include <string>

#include "w2v/vectors/row_reader.hpp"
#include "w2v/vectors/vector_writer.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

struct LoadedVectors {
  WordVectors vectors;
  VectorFacts facts;
  LeftOut left_out;           ///< repeated words; if read leniently, whatever is wrong
  std::string index_warning;  ///< why the file's index was not used, or empty
};

/// Opens a file, or standard input for "-"; see RowReader for what is accepted and refused. Memory grows with
/// the rows that come, whatever the header promises. Throws Error.
///
/// A plain binary file is mapped, unless read leniently; all its rows are looked at, or, with options.lazy,
/// only where they begin and their words, and MappedRows finds the rest out later. Everything else is read into memory,
/// a plain text file by all usable cores. A mapped file's index, if it has a right one, spares the look at its rows.
LoadedVectors load_vectors(const std::string& path, const ReadOptions& options = {});

/// Maps a plain word2vec binary file without its index, to make one. Throws Error if it is of another kind, or if
/// `strict` and a word stands in several rows.
MappedRows map_to_index(const std::string& path, bool strict = false);

/// The rows of a mapped file whose word stands in an earlier one.
LeftOut left_out_of(const MappedRows& rows);

/// Writes every row, in order. Throws Error; a file that was there before then stays.
void save_vectors(AtomicFile file, const WordVectors& vectors, VectorFormat format);

}  // namespace w2v
