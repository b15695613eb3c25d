#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/base/word_list.hpp"
#include "w2v/io/atomic_file.hpp"

namespace w2v {

/// The words that are trained, with their counts. A word's position is its id. Ordered by falling count, equal
/// counts by bytes, so one text has one vocabulary whatever was read first. Immutable once built; movable.
class Vocabulary {
 public:
  Vocabulary() = default;

  /// Adds the next word in order. count >= 1.
  void add(std::string_view word, std::uint64_t count) {
    words_.add(word);
    counts_.push_back(count);
    total_ += count;
  }

  [[nodiscard]] std::size_t size() const { return counts_.size(); }
  [[nodiscard]] const WordList& words() const { return words_; }
  [[nodiscard]] const std::vector<std::uint64_t>& counts() const { return counts_; }
  /// Sum of the counts.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// Memory held, in bytes.
  [[nodiscard]] std::size_t memory() const { return words_.memory() + counts_.capacity() * sizeof(std::uint64_t); }

 private:
  WordList words_;
  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0;
};

/// The pseudo-word that ends a sentence in the C tool's files and in some corpora. Never a word here.
inline constexpr std::string_view sentence_end_word = "</s>";

/// Reads word2vec's vocabulary file: lines `word count`, `</s>` left out. The order becomes that of Vocabulary.
/// Throws Error, with the line, for a line of another form, a count of 0, counts whose sum is beyond 64 bits,
/// and a word named twice.
Vocabulary read_vocabulary(const std::string& path);

/// Writes word2vec's vocabulary file. Throws Error.
void write_vocabulary(const Vocabulary& vocabulary, AtomicFile file);

}  // namespace w2v
