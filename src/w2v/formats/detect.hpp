#pragma once

#include <cstddef>
#include <cstdint>

#include "w2v/io/buffered_reader.hpp"

namespace w2v {

class WordsBeside;

/// Formats of files of vectors; docs/FORMATS.md describes each. `jsonl` is only written, and so is `glove`, which is
/// read as text without a header. `fasttext` is a whole model, which only w2v train writes.
enum class VectorFormat { text, binary, float16, int8, npy, glove, projector, csv, jsonl, fasttext };

/// What a file of vectors says of itself before its first row.
struct VectorFacts {
  VectorFormat format = VectorFormat::text;
  bool has_header = false;                  ///< word2vec text and binary have one, GloVe text has not
  std::uint64_t header_rows = 0;            ///< rows that the header promises; not to be trusted
  std::size_t dim = 0;                      ///< values a row, 1 .. largest_dim
  std::size_t value_bytes = sizeof(float);  ///< of a value in an array file (npy): 2, 4 or 8
  char separator = ',';                     ///< what parts the fields of a row (csv): a comma or a tab
  bool has_heading = false;                 ///< names of columns stand before the rows (csv)
};

/// More values a row than this are a damaged file.
inline constexpr std::size_t largest_dim = 1'000'000;

/// Finds the format by the first bytes and moves on to the first row.
///
/// A header is two integers alone on the first line. Behind it stands text if most of the next lines end in
/// `dim` numbers behind a word, else binary rows; with a third field, float16 or int8, it is followed by rows of these.
/// Lines count as such rows also if what stands in the place of numbers is none, such as 0,1: a row reader then tells
/// the place. NumPy's array files are known by their magic bytes. Without a header the file is of comma- or
/// tab-separated rows if detect_csv() says so, else it is text, and its dim is what most of the first lines have; where
/// two are equally frequent, the larger, so that the shorter rows are refused rather than the longer ones misread.
/// Lines of nothing but numbers are no rows, unless their words are in a file beside theirs (projector), which `words`
/// knows, nor are words with one whole number each, as a vocabulary has them. Throws Error if the file is empty or is
/// nothing of all this, and names some files of other kinds.
VectorFacts detect_format(BufferedReader& in, const WordsBeside& words);

}  // namespace w2v
