#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/word_list.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/vectors/word_set.hpp"

namespace w2v {

/// Different words and a row of dim() values for each: row i is word i's, in the order of the file or
/// vocabulary. Rows are as they were read, of any length. Movable; many threads may read one at the same
/// time.
class WordVectors {
 public:
  WordVectors() = default;

  /// Throws Error if there is not one row for each word.
  WordVectors(WordSet words, Matrix<float> rows) : words_(std::move(words)), rows_(std::move(rows)) {
    if (words_.size() != rows_.rows()) {
      throw Error(fmt::format("words and rows do not match: expected {} rows, found {}", words_.size(),
                              rows_.rows()));
    }
  }

  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] std::size_t dim() const { return rows_.dim(); }

  /// Position of a word, 0 .. size() - 1; nothing if it is unknown.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const { return words_.find(word); }
  [[nodiscard]] std::string_view word(std::size_t i) const { return words_.words()[i]; }

  /// The dim() values of row i. `row_data` points to them where they are, at any address, aligned or not: for memcpy
  /// and the functions of simd/ that say so. `row` copies them.
  [[nodiscard]] const float* row_data(std::size_t i) const { return rows_.row(i); }
  [[nodiscard]] std::vector<float> row(std::size_t i) const {
    std::vector<float> values(dim());
    std::memcpy(values.data(), row_data(i), dim() * sizeof(float));
    return values;
  }

  [[nodiscard]] const WordList& words() const { return words_.words(); }
  [[nodiscard]] const Matrix<float>& rows() const { return rows_; }

 private:
  WordSet words_;
  Matrix<float> rows_;
};

}  // namespace w2v
