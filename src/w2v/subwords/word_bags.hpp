#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "w2v/base/word_list.hpp"
#include "w2v/subwords/ngrams.hpp"

namespace w2v {

/// The bags of the words of a vocabulary: which rows of a matrix make up a word's vector, their mean. A bag is the
/// word's own row and the rows of its n-grams (Bojanowski et al. 2017). Rows of words come first, in the order of the
/// vocabulary; then those of n-grams, in the order of their first word, so that rows that are used much lie together.
///
/// n-grams whose hashes are equal modulo `buckets` share a row, as in fastText. A row exists only for a bucket that
/// some word of the vocabulary needs.
class WordBags {
 public:
  /// No n-grams: there are no bags.
  WordBags() = default;
  /// `buckets`: 1 or more.
  WordBags(const WordList& words, const NgramLengths& lengths, std::uint32_t buckets);

  [[nodiscard]] std::size_t words() const { return ends_.size(); }
  [[nodiscard]] bool empty() const { return ends_.empty(); }
  /// The rows of a word's bag: its own, then its n-grams' in the order of for_each_ngram(). A row may stand in it
  /// twice.
  [[nodiscard]] std::span<const std::uint32_t> bag(std::size_t word) const {
    const std::size_t begin = word == 0 ? 0 : ends_[word - 1];
    return std::span(rows_).subspan(begin, ends_[word] - begin);
  }
  /// Rows in all bags together.
  [[nodiscard]] std::uint64_t rows() const { return rows_.size(); }
  /// The bucket of each n-gram row.
  [[nodiscard]] const std::vector<std::uint32_t>& buckets_of_rows() const { return buckets_of_rows_; }
  /// The longest bag, in rows.
  [[nodiscard]] std::size_t longest() const { return longest_; }
  /// Bytes that the bags take.
  [[nodiscard]] std::uint64_t memory() const;

 private:
  std::vector<std::size_t> ends_;  // of each word's bag in rows_
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> buckets_of_rows_;
  std::size_t longest_ = 0;
};

/// Which row each bucket of n-grams has: the way back from WordBags::buckets_of_rows().
class BucketRows {
 public:
  /// `buckets`: as for the bags.
  BucketRows(const WordBags& bags, std::uint32_t buckets);

  /// The row of a matrix; nothing for a bucket that no word of the vocabulary needs.
  [[nodiscard]] std::optional<std::uint32_t> row_of(std::uint32_t bucket) const {
    if (bucket >= rows_.size() || rows_[bucket] == 0) return std::nullopt;
    return rows_[bucket];
  }

 private:
  std::vector<std::uint32_t> rows_;  // 0, a word's row: none
};

}  // namespace w2v
