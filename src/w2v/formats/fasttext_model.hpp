#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/formats/row_parser.hpp"
#include "w2v/io/mapped_file.hpp"
#include "w2v/subwords/ngrams.hpp"

namespace w2v {

/// What stands before the words in a fastText model, as it is in the file: little-endian. docs/FORMATS.md has its
/// meaning.
struct FastTextHeader {
  static constexpr std::int32_t right_magic = 793712314;
  static constexpr std::int32_t newest_version = 12;
  static constexpr std::int32_t cbow = 1;
  static constexpr std::int32_t skipgram = 2;
  static constexpr std::int32_t supervised = 3;
  static constexpr std::int32_t hierarchical_softmax = 1;
  static constexpr std::int32_t negative_sampling = 2;
  static constexpr std::int32_t softmax = 3;

  std::int32_t magic = right_magic;
  std::int32_t version = newest_version;
  std::int32_t dim = 0;
  std::int32_t window = 0;
  std::int32_t epochs = 0;
  std::int32_t min_count = 0;
  std::int32_t negatives = 0;
  std::int32_t word_ngrams = 1;
  std::int32_t loss = negative_sampling;
  std::int32_t model = skipgram;
  std::int32_t buckets = 0;
  std::int32_t least_ngram = 0;  ///< lengths of n-grams, in characters
  std::int32_t most_ngram = 0;   ///< 0: there are none
  std::int32_t rate_update = 100;
  double subsample = 0;
};
static_assert(sizeof(FastTextHeader) == 64);

/// True if a file begins as a fastText model does.
bool is_fasttext(std::string_view head);

/// The word vectors of a fastText model (Bojanowski et al. 2017), where its bytes lie: in a mapped file or in memory. A
/// word's vector is the mean of its own row and those of its n-grams. Many threads may read one at the same time.
///
/// Supervised models are read, too, for their words. Quantised ones (.ftz) are refused.
class FastTextModel {
 public:
  /// Throws Error, which names the file, the byte, what was expected and what was found, for anything but a whole
  /// model. The numbers of the matrix are not looked at.
  explicit FastTextModel(MappedFile file);
  FastTextModel(std::string bytes, std::string name);
  FastTextModel(const FastTextModel&) = delete;
  FastTextModel& operator=(const FastTextModel&) = delete;

  /// Words, without labels.
  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] std::size_t dim() const { return static_cast<std::size_t>(header_.dim); }
  [[nodiscard]] std::string_view word(std::size_t i) const { return words_[i]; }
  [[nodiscard]] const FastTextHeader& header() const { return header_; }
  [[nodiscard]] const NgramLengths& lengths() const { return lengths_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The byte where a word's own row begins.
  [[nodiscard]] std::uint64_t row_place(std::size_t i) const { return rows_place_ + i * dim() * sizeof(float); }

  /// The vector of word i, `dim()` values, to the last bit what fastText gives.
  void vector_of(std::size_t i, std::span<float> values) const;

  /// The vector of any word from its n-grams alone. False, and zeros, if it has no n-gram or all their rows are zeros.
  bool compose(std::string_view word, std::span<float> values) const;

  /// The own row of word i, `dim()` values.
  void own_row(std::size_t i, std::span<float> values) const;
  /// The row of a bucket, 0 .. buckets - 1.
  void bucket_row(std::uint32_t bucket, std::span<float> values) const;
  /// The row of an n-gram, `dim()` values, and its number: 0 .. buckets - 1.
  std::uint32_t ngram_row(std::string_view ngram, std::span<float> values) const;

 private:
  void read();
  void read_words(std::size_t& place);
  [[nodiscard]] std::uint32_t bucket_of(std::string_view ngram) const {
    return ngram_hash(ngram) % static_cast<std::uint32_t>(header_.buckets);
  }
  void add_row(std::uint64_t row, std::span<float> sum) const;
  std::size_t add_ngrams(std::string_view word, std::span<float> sum) const;

  MappedFile file_;
  std::string copy_;
  std::string name_;
  std::string_view bytes_;  // of one or the other
  FastTextHeader header_;
  NgramLengths lengths_;
  std::vector<std::string_view> words_;
  std::uint64_t rows_place_ = 0;  // where the input matrix begins
};

/// The words of a model with their vectors, row by row.
class FastTextRows : public RowParser {
 public:
  FastTextRows(BufferedReader in, const VectorFacts& facts, std::shared_ptr<const FastTextModel> model)
      : RowParser(std::move(in), facts), model_(std::move(model)) {}
  bool at_end() override { return rows() == model_->size(); }
  Row read() override;

 private:
  std::shared_ptr<const FastTextModel> model_;
};

}  // namespace w2v
