#include "w2v/pooling/token_weights.hpp"

#include <cmath>

#include "w2v/corpus/tokenizer.hpp"

namespace w2v {

void TokenCounts::add_line(std::string_view text) {
  const std::uint64_t before = all_tokens_;
  const std::uint64_t line = all_lines_ + 1;
  const auto count = [&](std::string_view token) {
    ++all_tokens_;
    const auto word = vectors_.find(token);
    if (!word) return;
    ++tokens_[*word];
    if (last_line_[*word] != line) ++lines_[*word];
    last_line_[*word] = line;
  };
  tokenize(text, count, [] {});
  if (all_tokens_ > before) all_lines_ = line;
}

void TokenCounts::add(const Vocabulary& vocabulary) {
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    if (const auto word = vectors_.find(vocabulary.words()[i])) tokens_[*word] += vocabulary.counts()[i];
  }
  all_tokens_ += vocabulary.total();
}

std::vector<float> TokenCounts::sif_weights(double a) const {
  std::vector<float> weights(tokens_.size(), 1.0F);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (tokens_[i] > 0) {
      weights[i] = static_cast<float>(a / (a + static_cast<double>(tokens_[i]) / static_cast<double>(all_tokens_)));
    }
  }
  return weights;
}

std::vector<float> TokenCounts::idf_weights() const {
  std::vector<float> weights(lines_.size(), 0.0F);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (lines_[i] > 0) {
      weights[i] = static_cast<float>(std::log(static_cast<double>(all_lines_) / static_cast<double>(lines_[i])));
    }
  }
  return weights;
}

}  // namespace w2v
