#pragma once

#include "w2v/formats/row_encoder.hpp"

namespace w2v {

/// An object a line: {"word": "king", "vector": [0.1, -2]}. Bytes of a word that are no UTF-8 become U+FFFD.
class JsonlEncoder : public RowEncoder {
 public:
  [[nodiscard]] std::string_view forbidden() const override { return {}; }
  void append(std::string_view word, std::span<const float> values, EncodedRows& out) override;
};

/// Appends a JSON string, quotes included. Each byte that begins no well-formed UTF-8 character (Unicode, table 3-7)
/// becomes U+FFFD.
void append_json_string(std::string& out, std::string_view bytes);

}  // namespace w2v
