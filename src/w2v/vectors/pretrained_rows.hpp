#pragma once

#include <cstdint>
#include <vector>

#include "w2v/model/model.hpp"
#include "w2v/vectors/row_reader.hpp"

namespace w2v {

/// What a file of vectors gave to a model.
struct PretrainedRows {
  std::vector<std::uint8_t> taken;  ///< for every input row of the model: 1 if the file has its word
  std::uint64_t matched = 0;        ///< the number of them
  std::uint64_t unknown = 0;        ///< rows of words that the model has not
};

/// Replaces the input rows of the model's words by those that the file has; the other rows stay as they are.
/// Reads all rows. Throws Error for a file of another dim, and as RowReader.
PretrainedRows take_pretrained_rows(RowReader& file, Model& model);

/// The same with the rows of a fastText model: the own rows of words, and those of all n-grams of the model's words.
/// `taken` tells these apart, too. Both must have the same lengths of n-grams and buckets. Throws Error for a value
/// that is not finite.
PretrainedRows take_pretrained_rows(const FastTextModel& file, Model& model);

}  // namespace w2v
