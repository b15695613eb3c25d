#include "w2v/pooling/pooler.hpp"

#include <cstring>

#include "w2v/corpus/tokenizer.hpp"

namespace w2v {

Pooler::Tokens Pooler::pool(std::string_view text, std::span<float> out) const {
  Tokens tokens;
  std::vector<double> sum(dim());
  std::vector<float> row(dim());
  const auto add = [&](std::string_view token) {
    const auto word = vectors_.find(token);
    if (!word) {
      ++tokens.unknown;
      return;
    }
    ++tokens.known;
    std::memcpy(row.data(), vectors_.row_data(*word), dim() * sizeof(float));
    const double weight = weights_.empty() ? 1 : weights_[*word];
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * row[i];
  };
  tokenize(text, add, [] {});
  const double count = tokens.known == 0 ? 1 : static_cast<double>(tokens.known);
  for (std::size_t i = 0; i < sum.size(); ++i) out[i] = static_cast<float>(sum[i] / count);
  return tokens;
}

}  // namespace w2v
