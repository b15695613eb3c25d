#include "w2v/formats/jsonl_format.hpp"

#include <fmt/format.h>

#include <iterator>

#include "w2v/base/text.hpp"

namespace w2v {
namespace {

/// Bytes of the UTF-8 character that `text`, which is not empty, begins with; 0 if it is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  // No longer form than needed, no surrogates, nothing beyond U+10FFFF.
  const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < least || byte(1) > most) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  return length;
}

}  // namespace

void append_json_string(std::string& out, std::string_view bytes) {
  out += '"';
  while (!bytes.empty()) {
    const std::size_t length = character_length(bytes);
    const char first = bytes.front();
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (first == '"' || first == '\\') {
      out += '\\';
      out += first;
    } else if (static_cast<unsigned char>(first) < 0x20 || first == 0x7F) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(first));
    } else {
      out += bytes.substr(0, length);
    }
    bytes.remove_prefix(length == 0 ? 1 : length);
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
