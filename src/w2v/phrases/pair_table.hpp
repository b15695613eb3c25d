#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "w2v/base/memory.hpp"

namespace w2v {

/// Two words that stand side by side, or with common words between them.
struct Pair {
  std::uint32_t first;
  std::uint32_t second;
  std::uint32_t gap;  ///< the codes (1 to 255) of up to three common words, 8 bits each, the last one lowest; 0: none

  bool operator==(const Pair&) const = default;
  auto operator<=>(const Pair&) const = default;

  /// SplitMix64's finalizer over all bits.
  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t z = (std::uint64_t{first} << 32 | second) + gap * 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
};

/// A hash table of pairs and their counts, 16 bytes a place, whose memory is huge pages where the system gives them.
class PairTable {
 public:
  struct Place {
    std::uint32_t first;
    std::uint32_t second;
    std::uint64_t gap_and_count;  // 24 bits of gap, 40 bits of count; 0: empty

    [[nodiscard]] Pair pair() const { return {first, second, static_cast<std::uint32_t>(gap_and_count >> count_bits)}; }
    [[nodiscard]] std::uint64_t count() const { return gap_and_count & ((std::uint64_t{1} << count_bits) - 1); }
  };

  PairTable() : PairTable(smallest) {}

  /// Counts a pair once more. There must be room.
  void add(const Pair& pair, std::uint64_t hash) {
    std::size_t i = hash & mask_;
    const std::uint64_t gap = std::uint64_t{pair.gap} << count_bits;
    while (places_[i].gap_and_count != 0) {
      Place& place = places_[i];
      if (place.first == pair.first && place.second == pair.second && place.gap_and_count >> count_bits == pair.gap) {
        ++place.gap_and_count;
        return;
      }
      i = (i + 1) & mask_;
    }
    places_[i] = {pair.first, pair.second, gap | 1};
    ++size_;
  }
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&places_[hash & mask_], 1); }

  [[nodiscard]] bool has_room() const { return 3 * (mask_ + 1) > 4 * size_; }
  [[nodiscard]] std::size_t bytes() const { return (mask_ + 1) * sizeof(Place); }

  /// Doubles the table. Throws Error when there is no memory.
  void grow();
  /// Forgets the pairs whose hash is `least` or more.
  void keep_below(std::uint64_t least);

  /// All places, empty ones among them.
  [[nodiscard]] std::span<const Place> places() const { return {places_, mask_ + 1}; }

 private:
  static constexpr int count_bits = 40;
  static constexpr std::size_t smallest = std::size_t{1} << 12;

  explicit PairTable(std::size_t places);
  void put(const Place& place);

  Region memory_;
  Place* places_;
  std::size_t mask_;
  std::size_t size_ = 0;
};

}  // namespace w2v
