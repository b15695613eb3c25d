#include "w2v/pooling/pooler.hpp"

#include <cstring>

#include "w2v/corpus/tokenizer.hpp"

namespace w2v {

Pooler::Tokens Pooler::pool(std::string_view text, std::span<float> out) const {
  Tokens tokens;
  std::vector<double> sum(dim());
  std::vector<float> row(dim());
  const auto add = [&](std::string_view token) {
    double weight = 1;
    if (const auto word = vectors_.find(token)) {
      ++tokens.known;
      std::memcpy(row.data(), vectors_.row_data(*word), dim() * sizeof(float));
      if (!weights_.empty()) weight = weights_[*word];
    } else if (vectors_.ngrams() != nullptr && vectors_.ngrams()->compose(token, row)) {
      ++tokens.composed;
    } else {
      ++tokens.unknown;
      return;
    }
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * row[i];
  };
  tokenize(text, add, [] {});
  const std::uint64_t added = tokens.known + tokens.composed;
  const double count = added == 0 ? 1 : static_cast<double>(added);
  for (std::size_t i = 0; i < sum.size(); ++i) out[i] = static_cast<float>(sum[i] / count);
  return tokens;
}

}  // namespace w2v
