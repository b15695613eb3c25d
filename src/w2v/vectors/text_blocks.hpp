#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "w2v/vectors/detect.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

/// Reads the rows of a text file, in memory from its first row to its end, on up to `threads` threads; at
/// most `limit` of them. The result is RowReader's, whatever the number of threads.
///
/// Nothing if a row that is wanted cannot be used, or if rows are missing or too many: RowReader can tell
/// what is wrong.
std::optional<WordVectors> read_text_blocks(std::string_view rows, const VectorFacts& facts,
                                            std::uint64_t limit, int threads);

}  // namespace w2v
