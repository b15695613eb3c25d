#pragma once

#include "w2v/vectors/row_encoder.hpp"

namespace w2v {

/// The two files that TensorFlow's embedding projector loads: numbers parted by tabs, and words ("metadata"), one a
/// line. A single column has no header there.
class ProjectorEncoder : public RowEncoder {
 public:
  [[nodiscard]] std::string_view forbidden() const override { return "\t\n\r"; }
  void append(std::string_view word, std::span<const float> values, EncodedRows& out) override;
};

}  // namespace w2v
