#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/formats/fasttext_model.hpp"
#include "w2v/model/model.hpp"
#include "w2v/vectors/mapped_rows.hpp"
#include "w2v/vectors/word_set.hpp"

namespace w2v {

/// Different words and a row of dim() values for each: row i is word i's, in the order of the file or
/// vocabulary. Rows are as they were read, of any length; they are in memory or in a mapped file. Movable;
/// many threads may read one at the same time.
class WordVectors {
 public:
  WordVectors() = default;

  /// Throws Error if there is not one row for each word.
  WordVectors(WordSet words, Matrix<float> rows) : words_(std::move(words)), rows_(std::move(rows)) {
    if (words_.size() != rows_.rows()) {
      throw Error(fmt::format("words and rows do not match: expected {} rows, found {}", words_.size(), rows_.rows()));
    }
  }

  explicit WordVectors(MappedRows rows) : mapped_(std::move(rows)) {}

  /// The words of a fastText model with their vectors; null: without its n-grams. Throws as above.
  WordVectors(WordSet words, Matrix<float> rows, std::shared_ptr<const FastTextModel> model)
      : WordVectors(std::move(words), std::move(rows)) {
    ngrams_ = std::move(model);
  }

  [[nodiscard]] std::size_t size() const { return mapped_ ? mapped_->size() : words_.size(); }
  [[nodiscard]] std::size_t dim() const { return mapped_ ? mapped_->dim() : rows_.dim(); }

  /// Position of a word, 0 .. size() - 1; nothing if it is unknown.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const {
    return mapped_ ? mapped_->find(word) : words_.find(word);
  }
  [[nodiscard]] std::string_view word(std::size_t i) const {
    if (i >= size()) return composed_.at(i - size()).word;
    return mapped_ ? mapped_->word(i) : words_.words()[i];
  }

  /// What composes vectors of unknown words from their n-grams; null: nothing does.
  [[nodiscard]] const FastTextModel* ngrams() const { return ngrams_.get(); }

  /// Composes the vector of an unknown word. It gets a position from size() on, which word(), row() and row_data()
  /// take, but a search does not find it. Nothing if the word has no n-gram that is known.
  std::optional<std::uint32_t> compose(std::string_view word) {
    const auto found = std::ranges::find(composed_, word, &Composed::word);
    const auto position = static_cast<std::uint32_t>(size() + static_cast<std::size_t>(found - composed_.begin()));
    if (found != composed_.end()) return position;
    std::vector<float> values(dim());
    if (!ngrams_ || !ngrams_->compose(word, values)) return std::nullopt;
    composed_.push_back({std::string(word), std::move(values)});
    return position;
  }
  /// Forgets the composed words, whose positions are no longer valid.
  void forget_composed() { composed_.clear(); }

  /// The dim() values of row i. `row_data` points to them where they are, at any address, aligned or not: for
  /// memcpy and the functions of simd/ that say so. In a mapped file they may be NaN or infinite; their
  /// squared length tells, for then it is not finite. `row` copies them, and throws Error, with the file, the
  /// row and the byte, if one is not finite.
  [[nodiscard]] const float* row_data(std::size_t i) const {
    if (i >= size()) return composed_.at(i - size()).values.data();
    return mapped_ ? mapped_->row_data(i) : rows_.row(i);
  }
  [[nodiscard]] std::vector<float> row(std::size_t i) const {
    if (i < size() && mapped_) return mapped_->row(i);
    std::vector<float> values(dim());
    std::memcpy(values.data(), row_data(i), dim() * sizeof(float));
    return values;
  }

  /// The index of the mapped file, if it has one; else null.
  [[nodiscard]] const VectorIndex* index() const { return mapped_ ? mapped_->index() : nullptr; }
  /// The mapped file that the rows are in; null if they are in memory.
  [[nodiscard]] const MappedFile* file() const { return mapped_ ? &mapped_->file() : nullptr; }
  /// True if the rows are those of a mapped file.
  [[nodiscard]] bool is_mapped() const { return mapped_.has_value(); }
  /// These; null if the rows are in memory.
  [[nodiscard]] const MappedRows* mapped() const { return mapped_ ? &*mapped_ : nullptr; }

 private:
  struct Composed {
    std::string word;
    std::vector<float> values;
  };

  WordSet words_;
  Matrix<float> rows_;
  std::optional<MappedRows> mapped_;
  std::shared_ptr<const FastTextModel> ngrams_;
  std::vector<Composed> composed_;
};

/// The word vectors of a model that has been trained, in the memory of its input matrix.
inline WordVectors take_vectors(Model model) {
  compose_word_vectors(model, thread_count(0));
  model.input.shrink(model.vocabulary.size());  // the rows of words come first
  return {WordSet(model.vocabulary.words()), std::move(model.input)};
}

}  // namespace w2v
