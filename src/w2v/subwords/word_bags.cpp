#include "w2v/subwords/word_bags.hpp"

#include <algorithm>
#include <limits>

#include "w2v/base/error.hpp"

namespace w2v {

WordBags::WordBags(const WordList& words, const NgramLengths& lengths, std::uint32_t buckets) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> row_of_bucket(buckets, none);
  ends_.reserve(words.size());
  for (std::size_t word = 0; word < words.size(); ++word) {
    const std::size_t begin = rows_.size();
    rows_.push_back(static_cast<std::uint32_t>(word));
    for_each_ngram(words[word], lengths, [&](std::string_view ngram) {
      const std::uint32_t bucket = ngram_hash(ngram) % buckets;
      if (row_of_bucket[bucket] == none) {
        row_of_bucket[bucket] = static_cast<std::uint32_t>(words.size() + buckets_of_rows_.size());
        buckets_of_rows_.push_back(bucket);
      }
      rows_.push_back(row_of_bucket[bucket]);
    });
    ends_.push_back(rows_.size());
    longest_ = std::max(longest_, rows_.size() - begin);
  }
}

std::uint64_t WordBags::memory() const {
  return ends_.capacity() * sizeof(std::size_t) +
         (rows_.capacity() + buckets_of_rows_.capacity()) * sizeof(std::uint32_t);
}

BucketRows::BucketRows(const WordBags& bags, std::uint32_t buckets) : rows_(bags.empty() ? 0 : buckets) {
  const std::vector<std::uint32_t>& of_rows = bags.buckets_of_rows();
  for (std::size_t i = 0; i < of_rows.size(); ++i) rows_[of_rows[i]] = static_cast<std::uint32_t>(bags.words() + i);
}

}  // namespace w2v
