#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "w2v/base/random.hpp"

namespace w2v {

/// Draws from any discrete distribution with one look-up (Walker 1977; built by Vose's method, 1991): a bucket for each
/// outcome, shared with at most one other outcome.
class AliasTable {
 public:
  /// `weights`: at least one and fewer than 2^32, all positive and finite.
  explicit AliasTable(std::span<const double> weights);

  /// An outcome, 0 .. size - 1, given 64 uniform random bits. The probabilities are right to within 2^-32 of a bucket.
  [[nodiscard]] std::uint32_t draw(std::uint64_t random) const {
    const auto product = static_cast<uint128>(random) * buckets_.size();
    const auto bucket = static_cast<std::uint32_t>(product >> 64);
    const auto place = static_cast<std::uint32_t>(static_cast<std::uint64_t>(product) >> 32);
    return place <= buckets_[bucket].own ? bucket : buckets_[bucket].other;
  }

  [[nodiscard]] std::size_t size() const { return buckets_.size(); }

 private:
  struct Bucket {
    std::uint32_t own;    // places up to this are the bucket's own outcome
    std::uint32_t other;  // the outcome of the rest
  };
  std::vector<Bucket> buckets_;
};

}  // namespace w2v
