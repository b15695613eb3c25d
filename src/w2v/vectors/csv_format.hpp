#pragma once

#include "w2v/vectors/row_encoder.hpp"

namespace w2v {

/// Comma-separated values without a header: the word, then the numbers. A word that holds a comma, a quote or a line end
/// is quoted as RFC 4180 has it; lines end in `\n`.
class CsvEncoder : public RowEncoder {
 public:
  [[nodiscard]] std::string_view forbidden() const override { return {}; }
  void append(std::string_view word, std::span<const float> values, EncodedRows& out) override;
};

}  // namespace w2v
