#include "w2v/vectors/csv_format.hpp"

#include "w2v/base/text.hpp"

namespace w2v {

void CsvEncoder::append(std::string_view word, std::span<const float> values, EncodedRows& out) {
  std::string& line = out.rows;
  if (word.find_first_of(",\"\r\n") == std::string_view::npos) {
    line += word;
  } else {
    line += '"';
    for (const char byte : word) {
      if (byte == '"') line += '"';
      line += byte;
    }
    line += '"';
  }
  for (const float value : values) {
    line += ',';
    append_float(line, value);
  }
  line += '\n';
}

}  // namespace w2v
