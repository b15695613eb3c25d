#include "w2v/base/utf8.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace w2v {
namespace {

constexpr bool within(char32_t c, char32_t first, char32_t last) {
  return first <= c && c <= last;
}

/// Capitals at even places, each before its small letter.
constexpr bool even_capital(char32_t c) {
  return c % 2 == 0 && ((within(c, 0x100, 0x137) && c != 0x130) || within(c, 0x14A, 0x177) || within(c, 0x1DE, 0x1EE) ||
                        within(c, 0x1F8, 0x21E) || within(c, 0x222, 0x232) || within(c, 0x246, 0x24E) ||
                        within(c, 0x3D8, 0x3EE) || within(c, 0x460, 0x480) || within(c, 0x48A, 0x4BE) ||
                        within(c, 0x4D0, 0x52E) || within(c, 0x1E00, 0x1E94) || within(c, 0x1EA0, 0x1EFE));
}

/// Capitals at odd places, each before its small letter.
constexpr bool odd_capital(char32_t c) {
  return c % 2 == 1 &&
         (within(c, 0x139, 0x147) || within(c, 0x179, 0x17D) || within(c, 0x1CD, 0x1DB) || within(c, 0x4C1, 0x4CD));
}

void append_character(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0U | (c >> 6U));
    out += static_cast<char>(0x80U | (c & 0x3FU));
  } else {
    out += static_cast<char>(0xE0U | (c >> 12U));
    out += static_cast<char>(0x80U | ((c >> 6U) & 0x3FU));
    out += static_cast<char>(0x80U | (c & 0x3FU));
  }
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
    valid = c >= least[length] && c <= 0x10FFFF && !within(c, 0xD800, 0xDFFF);
  }
  text.remove_prefix(valid ? std::max<std::size_t>(length, 1) : 1);
  return valid ? c : 0x110000U + lead;
}

char32_t lower(char32_t c) {
  if (c < 0x80) return within(c, 'A', 'Z') ? c + 0x20 : c;
  if ((within(c, 0xC0, 0xDE) && c != 0xD7) || (within(c, 0x391, 0x3AB) && c != 0x3A2) || within(c, 0x410, 0x42F)) {
    return c + 0x20;
  }
  if (within(c, 0x400, 0x40F)) return c + 0x50;
  if (even_capital(c) || odd_capital(c)) return c + 1;
  switch (c) {
    case 0x178:
      return 0xFF;
    case 0x18F:
      return 0x259;
    case 0x1A0:
    case 0x1AF:
      return c + 1;
    case 0x386:
      return 0x3AC;
    case 0x388:
    case 0x389:
    case 0x38A:
      return c + 0x25;
    case 0x38C:
      return 0x3CC;
    case 0x38E:
    case 0x38F:
      return c + 0x3F;
    case 0x4C0:
      return 0x4CF;
    case 0x1E9E:
      return 0xDF;
    default:
      return c;
  }
}

std::string lower_case(std::string_view text) {
  std::string lowered;
  lowered.reserve(text.size());
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t c = take_character(text);
    const char32_t small = lower(c);
    if (small == c) {
      lowered += before.substr(0, before.size() - text.size());
    } else {
      append_character(lowered, small);
    }
  }
  return lowered;
}

}  // namespace w2v
