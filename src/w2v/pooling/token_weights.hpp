#pragma once

#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "w2v/corpus/vocabulary.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

/// How often the words of a model occur in a text, by their positions in the model.
class TokenCounts {
 public:
  explicit TokenCounts(const WordVectors& vectors)
      : vectors_(vectors), tokens_(vectors.size()), lines_(vectors.size()), last_line_(vectors.size()) {}

  /// Counts the tokens of the next line.
  void add_line(std::string_view text);
  /// Counts a vocabulary's tokens; it has no lines.
  void add(const Vocabulary& vocabulary);

  /// Counted tokens that are words of the model.
  [[nodiscard]] std::uint64_t known_tokens() const {
    return std::accumulate(tokens_.begin(), tokens_.end(), std::uint64_t{0});
  }

  /// a / (a + p(w)) for each word, p(w) its share of all tokens: smooth inverse frequency, Arora, Liang and Ma 2017,
  /// algorithm 1.
  [[nodiscard]] std::vector<float> sif_weights(double a = 1e-3) const;

  /// log(N / n(w)) for each word, N lines that have a token, n(w) of them with the word; 0 for a word that has none.
  [[nodiscard]] std::vector<float> idf_weights() const;

 private:
  const WordVectors& vectors_;
  std::vector<std::uint64_t> tokens_;
  std::vector<std::uint64_t> lines_;
  std::vector<std::uint64_t> last_line_;  // that each word was counted for
  std::uint64_t all_tokens_ = 0;
  std::uint64_t all_lines_ = 0;
};

}  // namespace w2v
