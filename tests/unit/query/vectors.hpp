#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../catch.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v::test {

using Rows = std::vector<std::vector<float>>;

/// Words w0, w1, ... with these rows.
inline WordVectors make(const Rows& rows) {
  WordSet words;
  Matrix<float> values(rows.size(), rows.at(0).size(), "a test");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    words.add("w" + std::to_string(i));
    std::ranges::copy(rows[i], values.row(i));
  }
  return {std::move(words), std::move(values)};
}

inline Rows random_rows(std::size_t count, std::size_t dim, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<float> normal;
  Rows rows(count, std::vector<float>(dim));
  for (auto& row : rows) {
    for (float& value : row) value = normal(random);
  }
  return rows;
}

template <class A, class B>
double exact_cosine(const A& a, const B& b) {
  long double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += static_cast<long double>(a[i]) * b[i];
    aa += static_cast<long double>(a[i]) * a[i];
    bb += static_cast<long double>(b[i]) * b[i];
  }
  return aa == 0 || bb == 0 ? 0 : static_cast<double>(ab / std::sqrt(aa) / std::sqrt(bb));
}

}  // namespace w2v::test
