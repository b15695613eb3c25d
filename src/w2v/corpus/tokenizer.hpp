#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "w2v/base/text.hpp"
#include "w2v/corpus/vocabulary.hpp"

namespace w2v {

/// Splits text into tokens and sentences. A token is a longest run of bytes that are no separators (is_separator):
/// bytes in, bytes out, of any length. A line end or a token `</s>` ends the sentence.
/// Calls on_token(std::string_view) and on_sentence_end() in the order of the text; empty sentences are told too.
template <class OnToken, class OnSentenceEnd>
void tokenize(std::string_view text, OnToken&& on_token, OnSentenceEnd&& on_sentence_end) {
  static constexpr auto separator = [] {
    std::array<bool, 256> table{};
    for (int byte = 0; byte < 256; ++byte) table[byte] = is_separator(static_cast<char>(byte));
    return table;
  }();
  const char* next = text.data();
  const char* const end = next + text.size();
  while (true) {
    while (next != end && separator[static_cast<std::uint8_t>(*next)]) {
      if (*next == '\n') on_sentence_end();
      ++next;
    }
    if (next == end) return;
    const char* const start = next;
    while (next != end && !separator[static_cast<std::uint8_t>(*next)]) ++next;
    const std::string_view token(start, static_cast<std::size_t>(next - start));
    if (token == sentence_end_word) {
      on_sentence_end();
    } else {
      on_token(token);
    }
  }
}

}  // namespace w2v
