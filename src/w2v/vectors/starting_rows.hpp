#pragma once

#include <cstdint>
#include <vector>

#include "w2v/model/model.hpp"
#include "w2v/vectors/row_reader.hpp"

namespace w2v {

/// What a file of vectors gave to a model.
struct StartingRows {
  std::vector<std::uint8_t> taken;  ///< for every word of the model: 1 if the file has it
  std::uint64_t matched = 0;        ///< the number of them
  std::uint64_t unknown = 0;        ///< rows of words that the model has not
};

/// Replaces the model's input rows by those that the file has for its words; the other words keep theirs.
/// Reads all rows. Throws Error for a file of another dim, and as RowReader.
StartingRows take_starting_rows(RowReader& file, Model& model);

}  // namespace w2v
