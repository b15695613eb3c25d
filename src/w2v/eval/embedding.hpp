#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "w2v/base/word_list.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

/// Words and a row of `dim` numbers for each, the most frequent first, wherever they lie: what is evaluated.
/// Nothing is copied, so what it is made from must outlive it. A row that is not finite counts as zeros.
struct Embedding {
  explicit Embedding(const WordVectors& vectors);
  /// Of a model that is trained: rows may change between two evaluations.
  Embedding(const WordList& words, const Matrix<float>& rows);

  std::size_t size;
  std::size_t dim;
  std::function<std::string_view(std::size_t)> word;
  std::function<const float*(std::size_t)> row;  ///< at any address, aligned or not
  /// Writes the vector of an unknown word, dim values, made of its n-grams; false if it has none. Empty: none has.
  std::function<bool(std::string_view word, std::span<float> values)> compose = {};
};

inline constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();

/// For each word the first of the first `rows` rows, 0 for all, that is spelt like it: bytes equal, or equal
/// in lower_case() unless `case_sensitive`; `no_row` where there is none.
std::vector<std::uint32_t> find_rows(const Embedding& embedding, const WordList& words, bool case_sensitive,
                                     std::size_t rows = 0);

/// Scales row i to length 1 in double, into `out`, `dim` values; zeros stay zeros.
void unit_row(const Embedding& embedding, std::size_t i, double* out);

/// Scales `dim` values at any address to length 1 in double; zeros stay zeros.
void scale_to_unit(const float* row, std::size_t dim, double* out);

/// The dot product of two rows of `dim` values.
double dot(const double* a, const double* b, std::size_t dim);

}  // namespace w2v
