#pragma once

#include <cstdint>

namespace w2v {

__extension__ typedef unsigned __int128 uint128;

/// SplitMix64 (Steele, Lea, Flood 2014): a counter and a mixing function, so any state is a good seed.
/// Not thread-safe; every piece of text gets its own.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  /// The generator of one piece of text. What it draws depends on these three numbers alone, so
  /// neither the number of threads nor the thread that got the piece changes a result.
  Random(std::uint64_t seed, std::uint64_t epoch, std::uint64_t chunk)
      : state_(mix(mix(mix(seed + gamma) + epoch + gamma) + chunk + gamma)) {}

  /// 64 uniform bits.
  std::uint64_t next() { return mix(state_ += gamma); }

  /// Uniform in [0, n), n >= 1. Multiply and shift: off by at most n / 2^64 from uniform.
  std::uint64_t below(std::uint64_t n) { return static_cast<std::uint64_t>((static_cast<uint128>(next()) * n) >> 64); }

  /// Uniform in [0, 1), a multiple of 2^-24.
  float unit() { return static_cast<float>(next() >> 40) * 0x1p-24F; }

 private:
  static constexpr std::uint64_t gamma = 0x9E3779B97F4A7C15ULL;

  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace w2v
