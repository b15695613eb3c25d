#include "w2v/vectors/projector_format.hpp"

#include "w2v/base/text.hpp"

namespace w2v {

void ProjectorEncoder::append(std::string_view word, std::span<const float> values, EncodedRows& out) {
  for (const float value : values) {
    append_float(out.rows, value);
    out.rows += '\t';
  }
  out.rows.back() = '\n';
  out.words += word;
  out.words += '\n';
}

}  // namespace w2v
