#include "w2v/base/utf8.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

namespace w2v {
namespace {

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

char32_t take_character(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const auto length = static_cast<std::size_t>(std::countl_one(lead));  // 0 for ASCII, 2 to 4 for the others
  char32_t c = length == 0 ? lead : lead & (0x7FU >> length);
  bool valid = length != 1 && length <= 4 && length <= text.size();
  for (std::size_t i = 1; valid && i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    valid = (byte & 0xC0U) == 0x80U;
    c = (c << 6U) | (byte & 0x3FU);
  }
  if (length >= 2 && valid) {
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};  // less is an overlong form
    valid = c >= least[length] && c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF);
  }
  text.remove_prefix(valid ? std::max<std::size_t>(length, 1) : 1);
  return valid ? c : invalid_byte + lead;
}

void append_character(std::string& out, char32_t c) {
  const auto tail = [&](unsigned shift) { return static_cast<char>(0x80U | ((c >> shift) & 0x3FU)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0U | (c >> 6U));
    out += tail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0U | (c >> 12U));
    out += tail(6);
    out += tail(0);
  } else {
    out += static_cast<char>(0xF0U | (c >> 18U));
    out += tail(12);
    out += tail(6);
    out += tail(0);
  }
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_utf8(std::string_view text) {
  text.remove_prefix(ascii_prefix(text));
  while (!text.empty()) {
    if (take_character(text) >= invalid_byte) return false;
  }
  return true;
}

std::string_view valid_utf8(std::string_view text, std::string& buffer, std::uint64_t& invalid_bytes) {
  std::string_view rest = text.substr(ascii_prefix(text));
  const char* copied = nullptr;  // all of the text before it is in the buffer
  while (!rest.empty()) {
    const char* const here = rest.data();
    if (take_character(rest) < invalid_byte) continue;
    if (copied == nullptr) {
      buffer.clear();
      copied = text.data();
    }
    buffer.append(copied, here).append(replacement_character);
    copied = rest.data();
    ++invalid_bytes;
  }
  if (copied == nullptr) return text;
  buffer.append(copied, text.data() + text.size());
  return buffer;
}

}  // namespace w2v
