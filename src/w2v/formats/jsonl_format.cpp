#include "w2v/formats/jsonl_format.hpp"

#include <fmt/format.h>

#include <iterator>

#include "w2v/base/text.hpp"
#include "w2v/base/utf8.hpp"

namespace w2v {
void append_json_string(std::string& out, std::string_view bytes) {
  out += '"';
  while (!bytes.empty()) {
    const std::string_view before = bytes;
    const char32_t c = take_character(bytes);
    if (c >= invalid_byte) {
      out += replacement_character;
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c < 0x20 || c == 0x7F) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += before.substr(0, before.size() - bytes.size());
    }
  }
  out += '"';
}

void JsonlEncoder::append(std::string_view word, std::span<const float> values, EncodedRows& out) {
  out.rows += R"({"word": )";
  append_json_string(out.rows, word);
  out.rows += R"(, "vector": [)";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out.rows += ", ";
    append_float(out.rows, values[i]);
  }
  out.rows += "]}\n";
}

}  // namespace w2v
