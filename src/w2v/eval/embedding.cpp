#include "w2v/eval/embedding.hpp"

#include <tsl/robin_map.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "w2v/base/letter_case.hpp"

namespace w2v {

Embedding::Embedding(const WordVectors& vectors)
    : size(vectors.size()),
      dim(vectors.dim()),
      word([&vectors](std::size_t i) { return vectors.word(i); }),
      row([&vectors](std::size_t i) { return vectors.row_data(i); }) {
  if (const FastTextModel* ngrams = vectors.ngrams())
    compose = [ngrams](std::string_view unknown, std::span<float> values) { return ngrams->compose(unknown, values); };
}

Embedding::Embedding(const WordList& words, const Matrix<float>& rows)
    : size(words.size()),
      dim(rows.dim()),
      word([&words](std::size_t i) { return words[i]; }),
      row([&rows](std::size_t i) { return rows.row(i); }) {}

std::vector<std::uint32_t> find_rows(const Embedding& embedding, const WordList& words, bool case_sensitive,
                                     std::size_t rows) {
  const auto spelling = [&](std::string_view word) { return case_sensitive ? std::string(word) : lower_case(word); };
  tsl::robin_map<std::string, std::uint32_t, WordHash> found;
  for (std::size_t i = 0; i < words.size(); ++i) found.emplace(spelling(words[i]), no_row);

  const std::size_t searched = rows == 0 ? embedding.size : std::min(rows, embedding.size);
  std::size_t missing = found.size();
  for (std::size_t i = 0; i < searched && missing > 0; ++i) {
    const auto place = found.find(spelling(embedding.word(i)));
    if (place == found.end() || place.value() != no_row) continue;
    place.value() = static_cast<std::uint32_t>(i);
    --missing;
  }

  std::vector<std::uint32_t> positions;
  positions.reserve(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) positions.push_back(found.at(spelling(words[i])));
  return positions;
}

void unit_row(const Embedding& embedding, std::size_t i, double* out) {
  scale_to_unit(embedding.row(i), embedding.dim, out);
}

void scale_to_unit(const float* row, std::size_t dim, double* out) {
  for (std::size_t k = 0; k < dim; ++k) {
    float value;
    std::memcpy(&value, row + k, sizeof value);
    out[k] = value;
  }
  const double length = std::sqrt(dot(out, out, dim));
  const bool has_direction = std::isfinite(length) && length > 0;
  for (std::size_t k = 0; k < dim; ++k) out[k] = has_direction ? out[k] / length : 0;
}

double dot(const double* a, const double* b, std::size_t dim) {
  double sums[4] = {};  // which do not wait for each other
  std::size_t k = 0;
  for (; k + 4 <= dim; k += 4) {
    for (std::size_t j = 0; j < 4; ++j) sums[j] += a[k + j] * b[k + j];
  }
  for (; k < dim; ++k) sums[0] += a[k] * b[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace w2v
