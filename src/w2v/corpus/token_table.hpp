#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "w2v/base/random.hpp"

namespace w2v {

/// The different tokens of a text, numbered from 0 in the order of their first sight, with 64-bit counts.
///
/// This is where the time of counting goes, so it is made for tokens of text: those of up to 16 bytes, nearly all, are
/// hashed and compared as two machine words and stand in the entry itself. Measured against a general hash map in
/// docs/PERFORMANCE.md.
class TokenTable {
 public:
  /// Counts a token `times` more; returns its number. Tokens hold no NUL. Throws Error beyond 2^32 - 1 tokens.
  std::uint32_t add(std::string_view token, std::uint64_t times = 1);

  /// Adds all tokens of another table with their counts; returns for each of them its number here.
  std::vector<std::uint32_t> add(const TokenTable& other);

  /// Number of a token, nothing if it has not been seen.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view token) const;
  [[nodiscard]] bool contains(std::string_view token) const { return find(token).has_value(); }

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// Valid until the next add().
  [[nodiscard]] std::string_view token(std::size_t i) const { return entries_[i].token(); }
  [[nodiscard]] std::uint64_t count(std::size_t i) const { return entries_[i].count; }

 private:
  static constexpr std::size_t longest_inside = 16;

  /// A token as two words: its bytes and zeros, or, of a long one, its hash and nothing.
  struct Key {
    std::uint64_t first;
    std::uint64_t second;

    explicit Key(std::string_view token);
    [[nodiscard]] std::uint32_t hash(std::size_t length) const {
      const uint128 product =
          static_cast<uint128>(first ^ 0x2D358DCCAA6C78A5ULL) * ((second + length) ^ 0x8BB84B93962EACC9ULL);
      return static_cast<std::uint32_t>(product >> 64) ^ static_cast<std::uint32_t>(product);
    }
  };

  struct Entry {
    Key key;
    std::uint64_t count;
    std::uint64_t length;
    const char* bytes;  // of a long token; else the key holds them

    [[nodiscard]] std::string_view token() const {
      return {length <= longest_inside ? reinterpret_cast<const char*>(&key) : bytes, length};
    }
    [[nodiscard]] bool is(std::string_view other, const Key& other_key) const {
      return key.first == other_key.first && key.second == other_key.second && length == other.size() &&
             (length <= longest_inside || std::memcmp(bytes, other.data(), length) == 0);
    }
  };

  /// A place of the hash table: the hash beside the number, so that hardly any wrong entry is looked at.
  struct Slot {
    std::uint32_t hash;
    std::uint32_t number_and_one;  // 0: empty
  };

  /// The slot of the token, or the empty one where it belongs. `slots_` must not be empty.
  [[nodiscard]] std::size_t slot_of(std::string_view token, const Key& key, std::uint32_t hash) const {
    std::size_t i = hash & (slots_.size() - 1);
    while (slots_[i].number_and_one != 0 &&
           (slots_[i].hash != hash || !entries_[slots_[i].number_and_one - 1].is(token, key))) {
      i = (i + 1) & (slots_.size() - 1);
    }
    return i;
  }
  std::uint32_t add(std::string_view token, const Key& key, std::uint32_t hash, std::uint64_t times);
  std::uint32_t insert(std::string_view token, const Key& key, std::uint32_t hash, std::uint64_t times);
  void grow();

  std::vector<Slot> slots_;  // a power of two of them, three quarters used at most
  std::vector<Entry> entries_;
  std::vector<std::unique_ptr<char[]>> long_tokens_;
};

inline TokenTable::Key::Key(std::string_view token) : first(0), second(0) {
  static_assert(std::endian::native == std::endian::little);
  const char* p = token.data();
  const std::size_t n = token.size();
  if (n > longest_inside) {
    first = std::hash<std::string_view>()(token);
  } else if (n >= 8) {  // the words' halves may overlap, never beyond the token
    std::memcpy(&first, p, 8);
    if (n > 8) {
      std::memcpy(&second, p + n - 8, 8);
      second >>= 8 * (16 - n);
    }
  } else if (n >= 4) {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::memcpy(&low, p, 4);
    std::memcpy(&high, p + n - 4, 4);
    first = low | static_cast<std::uint64_t>(high) << (8 * (n - 4));
  } else if (n > 0) {
    const auto byte = [p](std::size_t i) {
      return static_cast<std::uint64_t>(static_cast<unsigned char>(p[i])) << 8 * i;
    };
    first = byte(0) | byte(n / 2) | byte(n - 1);
  }
}

inline std::uint32_t TokenTable::add(std::string_view token, std::uint64_t times) {
  const Key key(token);
  return add(token, key, key.hash(token.size()), times);
}

inline std::uint32_t TokenTable::add(std::string_view token, const Key& key, std::uint32_t hash, std::uint64_t times) {
  if (!slots_.empty()) {
    const Slot slot = slots_[slot_of(token, key, hash)];
    if (slot.number_and_one != 0) {
      entries_[slot.number_and_one - 1].count += times;
      return slot.number_and_one - 1;
    }
  }
  return insert(token, key, hash, times);
}

}  // namespace w2v
