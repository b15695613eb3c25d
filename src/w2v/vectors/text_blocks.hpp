#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "w2v/vectors/row_reader.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

/// What read_text_blocks() gives.
struct TextRowsRead {
  WordVectors vectors;
  LeftOut left_out;  ///< rows whose word stands in an earlier row
};

/// Reads the rows of a text file, `file` being all its bytes in memory and `first_row` where the rows begin, on up to
/// `threads` threads; at most options.limit of them. The result is RowReader's, whatever the number of threads. `name`
/// is the file's, for messages.
///
/// Nothing if a row that is wanted cannot be used, or if rows are missing or too many, or if options.strict and a word
/// stands in several rows: RowReader can tell what is wrong.
std::optional<TextRowsRead> read_text_blocks(std::string_view file, std::size_t first_row, const std::string& name,
                                             const VectorFacts& facts, const ReadOptions& options, int threads);

}  // namespace w2v
