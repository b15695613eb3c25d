#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace w2v {

/// How long the character n-grams of a word are, in UTF-8 characters; `most` 0: there are none.
struct NgramLengths {
  static constexpr int longest = 100;

  int least = 0;
  int most = 0;

  [[nodiscard]] bool any() const { return most > 0; }
  friend bool operator==(const NgramLengths&, const NgramLengths&) = default;
};

/// As options and checkpoints have it: "3-6", "4" for one length, "off" for none; and back. False for other text.
std::string text_of(const NgramLengths& lengths);
bool parse(std::string_view text, NgramLengths& lengths);

/// Calls use(ngram) for each n-gram of a word, in fastText's order (Bojanowski et al. 2017): by where it begins in
/// "<word>", then by its length. An n-gram that stands in the word twice comes twice. A single character at either end
/// of "<word>" is none, for it is a bracket; `sentence_end_word` has none at all. Bytes 10xxxxxx belong to the
/// character before them, so any bytes will do.
void for_each_ngram(std::string_view word, const NgramLengths& lengths,
                    const std::function<void(std::string_view)>& use);

/// fastText's hash: FNV-1a of 32 bits, but with bytes from 128 on taken as negative numbers.
std::uint32_t ngram_hash(std::string_view ngram);

}  // namespace w2v
