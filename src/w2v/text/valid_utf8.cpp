#include "w2v/text/valid_utf8.hpp"

#include <cstring>

#include "w2v/base/utf8.hpp"

namespace w2v {
namespace {

constexpr char32_t no_code_point = 0x110000;  // and above: what take_character() gives for a wrong byte

/// Length of the longest part of ASCII, in steps of eight bytes, that the text begins with.
std::size_t ascii_prefix(std::string_view text) {
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + i, 8);
    if ((bytes & 0x8080808080808080ULL) != 0) break;
  }
  return i;
}

}  // namespace

std::string_view valid_utf8(std::string_view text, std::string& buffer, std::uint64_t& invalid_bytes) {
  std::string_view rest = text.substr(ascii_prefix(text));
  const char* copied = nullptr;  // all of the text before it is in the buffer
  while (!rest.empty()) {
    const char* const here = rest.data();
    if (take_character(rest) < no_code_point) continue;
    if (copied == nullptr) {
      buffer.clear();
      copied = text.data();
    }
    buffer.append(copied, here).append("\xEF\xBF\xBD");
    copied = rest.data();
    ++invalid_bytes;
  }
  if (copied == nullptr) return text;
  buffer.append(copied, text.data() + text.size());
  return buffer;
}

}  // namespace w2v
