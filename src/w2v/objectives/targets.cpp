#include "w2v/objectives/targets.hpp"

#include <algorithm>
#include <bit>

namespace w2v {

NoiseTargets::NoiseTargets(const AliasTable& noise, std::size_t negatives, std::size_t pool, RightAsNoise right)
    : noise_distribution_(noise),
      negatives_(negatives),
      right_(right),
      pool_(pool),
      noise_(std::max<std::size_t>(1, 256 / negatives) * negatives),
      drawn_(noise_.size()) {}

void NoiseTargets::begin_chunk(Random& random) {
  for (std::uint32_t& word : pool_) word = noise_distribution_.draw(random.next());
  drawn_ = noise_.size();  // what is left belongs to another chunk
}

void NoiseTargets::draw(Random& random) {
  drawn_ = 0;
  if (pool_.empty()) {
    for (std::uint32_t& noise : noise_) noise = noise_distribution_.draw(random.next());
    return;
  }
  const int index_bits = std::countr_zero(pool_.size());
  std::uint64_t bits = 0;
  int left = 0;
  for (std::uint32_t& noise : noise_) {
    if (left < index_bits) {
      bits = random.next();
      left = 64;
    }
    noise = pool_[bits & (pool_.size() - 1)];
    bits >>= index_bits;
    left -= index_bits;
  }
}

/// Another noise word in place of `word`, or `word` itself, which is then left out.
std::uint32_t NoiseTargets::instead_of(std::uint32_t word, Random& random) const {
  if (right_ == RightAsNoise::drop) return word;
  constexpr int most_draws = 16;
  std::uint32_t noise = word;
  for (int draws = 0; noise == word && draws < most_draws; ++draws) noise = noise_distribution_.draw(random.next());
  return noise;
}

void PathTargets::begin_piece(std::span<const std::uint32_t> words) {
  paths_.clear();
  for (const std::uint32_t word : words) {
    const std::span path = tree_.path(word);
    __builtin_prefetch(path.data());
    __builtin_prefetch(path.data() + path.size() - 1);
    paths_.push_back(path);
  }
}

}  // namespace w2v
