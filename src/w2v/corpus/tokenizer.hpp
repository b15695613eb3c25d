#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "w2v/base/lines.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/vocabulary.hpp"

namespace w2v {

namespace detail {

inline constexpr auto separator_table = [] {
  std::array<bool, 256> table{};
  for (int byte = 0; byte < 256; ++byte) table[byte] = is_separator(static_cast<char>(byte));
  return table;
}();

/// The first separator in [next, end), eight bytes at a time: most tokens end within one look.
inline const char* find_separator(const char* next, const char* end) {
  constexpr std::uint64_t ones = 0x0101010101010101ULL;
  while (end - next >= 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, next, 8);
    // The high bit of the first byte that is at most a blank is set, and of none before it.
    const std::uint64_t found = (bytes - 0x21 * ones) & ~bytes & 0x80 * ones;
    if (found == 0) {
      next += 8;
      continue;
    }
    next += std::countr_zero(found) / 8;
    if (separator_table[static_cast<std::uint8_t>(*next)]) return next;
    ++next;  // a control byte of a token
  }
  while (next != end && !separator_table[static_cast<std::uint8_t>(*next)]) ++next;
  return next;
}

}  // namespace detail

/// Splits text into tokens and lines. A token is a longest run of bytes that are no separators (is_separator):
/// bytes in, bytes out, of any length. A line ends with `\n`, `\r\n` or `\r`.
/// Calls on_token(std::string_view) and on_line_end() in the order of the text.
template <class OnToken, class OnLineEnd>
void split_lines(std::string_view text, OnToken&& on_token, OnLineEnd&& on_line_end) {
  const char* next = text.data();
  const char* const end = next + text.size();
  while (true) {
    while (next != end && detail::separator_table[static_cast<std::uint8_t>(*next)]) {
      if (is_line_end(*next)) {
        if (*next == '\r' && end - next > 1 && next[1] == '\n') ++next;
        on_line_end();
      }
      ++next;
    }
    if (next == end) return;
    const char* const start = next;
    next = detail::find_separator(next, end);
    on_token(std::string_view(start, static_cast<std::size_t>(next - start)));
  }
}

/// Splits text into tokens and sentences: as split_lines(), but a token `</s>` is none and ends the sentence, as a line
/// end does. Calls on_token(std::string_view) and on_sentence_end() in the order of the text; empty sentences are told
/// too.
template <class OnToken, class OnSentenceEnd>
void tokenize(std::string_view text, OnToken&& on_token, OnSentenceEnd&& on_sentence_end) {
  split_lines(
      text,
      [&](std::string_view token) {
        if (token == sentence_end_word) {
          on_sentence_end();
        } else {
          on_token(token);
        }
      },
      on_sentence_end);
}

}  // namespace w2v
