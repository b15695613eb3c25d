#include "w2v/train/targets.hpp"

#include <bit>

#include "w2v/corpus/corpus.hpp"

namespace w2v {
namespace {

/// Noise words of a chunk's pool: a power of two, so that each is used about 15 times in a chunk. Measured: see
/// docs/PERFORMANCE.md.
std::size_t pool_size(std::size_t negatives) {
  return std::bit_ceil(TokenStream::chunk_tokens * negatives / 32);
}

}  // namespace

NoiseTargets::NoiseTargets(const AliasTable& noise, std::size_t negatives, bool pooled)
    : noise_distribution_(noise), negatives_(negatives), pool_(pooled ? pool_size(negatives) : 0) {}

void NoiseTargets::begin_chunk(Random& random) {
  for (std::uint32_t& word : pool_) word = noise_distribution_.draw(random.next());
}

void NoiseTargets::begin_piece(std::span<const std::uint32_t> words, Random& random) {
  words_ = words;
  noise_.resize(words.size() * negatives_);
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

void PathTargets::begin_piece(std::span<const std::uint32_t> words, Random& /*random*/) {
  paths_.clear();
  for (const std::uint32_t word : words) {
    const std::span path = tree_.path(word);
    __builtin_prefetch(path.data());
    __builtin_prefetch(path.data() + path.size() - 1);
    paths_.push_back(path);
  }
}

}  // namespace w2v
