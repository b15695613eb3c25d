#include "w2v/vectors/repeated_words.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace w2v {
namespace {

/// A bit for each value of the upper bits of a hash.
class HashBits {
 public:
  explicit HashBits(unsigned bits) : shift_(32 - bits), words_((std::size_t{1} << bits) / 64) {}

  [[nodiscard]] bool has(std::uint32_t hash) const { return (word(hash) >> (hash >> shift_) % 64 & 1U) != 0; }
  /// Sets the bit; true if it was set before.
  bool set(std::uint32_t hash) {
    std::uint64_t& word = words_[(hash >> shift_) / 64];
    const std::uint64_t bit = std::uint64_t{1} << (hash >> shift_) % 64;
    const bool before = (word & bit) != 0;
    word |= bit;
    return before;
  }

 private:
  [[nodiscard]] std::uint64_t word(std::uint32_t hash) const { return words_[(hash >> shift_) / 64]; }

  unsigned shift_;
  std::vector<std::uint64_t> words_;
};

/// So many bits that few of `hashes` share one: 16 a hash and more.
HashBits bits_for(std::size_t hashes) {
  return HashBits(std::clamp(static_cast<unsigned>(std::bit_width(hashes)) + 4, 6U, 31U));
}

}  // namespace

std::vector<std::uint32_t> repeated_words(std::span<const std::uint32_t> hashes,
                                          const std::function<bool(std::uint32_t, std::uint32_t)>& same) {
  // Few hashes meet a bit that is set, and only those, with the earlier ones of the same bit, are compared: tables of
  // all words would take several times as long.
  std::vector<std::uint32_t> met;
  HashBits seen = bits_for(hashes.size());
  for (const std::uint32_t hash : hashes) {
    if (seen.set(hash)) met.push_back(hash);
  }
  if (met.empty()) return {};
  HashBits wanted = bits_for(met.size() * 16);
  for (const std::uint32_t hash : met) wanted.set(hash);
  std::vector<std::uint64_t> suspects;  // hash and row
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (wanted.has(hashes[i])) suspects.push_back(std::uint64_t{hashes[i]} << 32U | i);
  }
  std::ranges::sort(suspects);

  std::vector<std::uint32_t> repeated;
  std::vector<std::uint32_t> words;  // different ones of one hash
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    const auto row = static_cast<std::uint32_t>(suspects[i]);
    if (i == 0 || suspects[i] >> 32U != suspects[i - 1] >> 32U) words.clear();
    if (std::ranges::any_of(words, [&](std::uint32_t earlier) { return same(earlier, row); })) {
      repeated.push_back(row);
    } else {
      words.push_back(row);
    }
  }
  std::ranges::sort(repeated);
  return repeated;
}

}  // namespace w2v
