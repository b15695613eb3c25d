#pragma once

#include "w2v/formats/row_encoder.hpp"
#include "w2v/formats/row_parser.hpp"
#include "w2v/formats/words_beside.hpp"

namespace w2v {

/// Lines of dim numbers parted by tabs, with their words from a file that has one a line. Empty lines are no rows.
class ProjectorRows : public RowParser {
 public:
  ProjectorRows(BufferedReader in, const VectorFacts& facts, BufferedReader words)
      : RowParser(std::move(in), facts), words_(std::move(words)) {}
  bool at_end() override;
  Row read() override;

 private:
  WordLines words_;
};

/// The two files that TensorFlow's embedding projector loads: numbers parted by tabs, and words ("metadata"), one a
/// line. A single column has no header there.
class ProjectorEncoder : public RowEncoder {
 public:
  [[nodiscard]] std::string_view forbidden() const override { return "\t\n\r"; }
  void append(std::string_view word, std::span<const float> values, EncodedRows& out) override;
};

/// The numbers of each line, if `bytes`, the begin of a file or all of it if `complete`, are lines of equally many
/// numbers.
std::optional<std::size_t> projector_dim(std::string_view bytes, bool complete);

}  // namespace w2v
