#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace w2v {

/// The first eight bytes of a word as a number that is in the order of the bytes; zeros stand for what is missing. To
/// sort words by it first is faster than to look each word up.
constexpr std::uint64_t sort_key(std::string_view word) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < sizeof(key); ++i) {
    key = key << 8U | (i < word.size() ? static_cast<unsigned char>(word[i]) : 0U);
  }
  return key;
}

}  // namespace w2v
