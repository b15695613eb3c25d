#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "w2v/formats/row_encoder.hpp"
#include "w2v/formats/row_parser.hpp"
#include "w2v/formats/words_beside.hpp"

namespace w2v {

/// True if the bytes are the begin of a NumPy array file.
bool is_npy(std::string_view bytes);

/// Reads the header of a NumPy array file, version 1 to 3, which must be a two-dimensional array of little-endian
/// float16, float32 or float64 in C order. Throws Error that names what it is instead.
VectorFacts read_npy_header(BufferedReader& in);

/// The header of an array file of little-endian float32 in C order, version 1.0, as NumPy writes it: 64-byte aligned.
std::string npy_header(std::uint64_t rows, std::size_t dim);

/// The rows of a NumPy array file, with their words from a file that has one a line. Values of float64 are rounded to
/// the nearest float.
class NpyRows : public RowParser {
 public:
  NpyRows(BufferedReader in, const VectorFacts& facts, BufferedReader words)
      : RowParser(std::move(in), facts), value_bytes_(facts.value_bytes), words_(std::move(words)) {}
  bool at_end() override;
  Row read() override;

 private:
  [[nodiscard]] float value(const char* bytes) const;

  std::size_t value_bytes_;
  WordLines words_;
};

/// A NumPy array file of float32, and beside it the words, one a line.
class NpyEncoder : public RowEncoder {
 public:
  explicit NpyEncoder(std::size_t dim) : dim_(dim) {}
  [[nodiscard]] std::optional<std::string> head(std::uint64_t rows) const override { return npy_header(rows, dim_); }
  [[nodiscard]] std::string_view forbidden() const override { return "\n\r"; }
  void append(std::string_view word, std::span<const float> values, EncodedRows& out) override;

 private:
  std::size_t dim_;
};

}  // namespace w2v
