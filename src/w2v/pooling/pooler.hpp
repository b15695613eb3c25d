#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

/// Makes one vector of a text: the mean of weight times row over its known tokens. An unknown token counts in neither
/// numerator nor denominator. Many threads may use one at the same time.
class Pooler {
 public:
  /// `weights`: one for each word; empty: all 1. `vectors` must live as long as this.
  explicit Pooler(const WordVectors& vectors, std::vector<float> weights = {})
      : vectors_(vectors), weights_(std::move(weights)) {}

  struct Tokens {
    std::uint64_t known = 0;
    std::uint64_t composed = 0;  ///< unknown, with a vector from their n-grams
    std::uint64_t unknown = 0;
  };
  /// Writes the text's vector, dim() values, zeros if no token has a vector. A composed vector has the weight 1. Tokens
  /// are those of the trainer (tokenize()).
  Tokens pool(std::string_view text, std::span<float> out) const;

  [[nodiscard]] std::size_t dim() const { return vectors_.dim(); }

 private:
  const WordVectors& vectors_;
  std::vector<float> weights_;
};

}  // namespace w2v
