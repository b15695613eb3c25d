#pragma once

#include <tsl/robin_map.h>
#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace w2v {

/// Words by position, their bytes in one piece of memory. Views stay valid while no word is added, also when
/// the list is moved.
class WordList {
 public:
  void add(std::string_view word) {
    bytes_.resize(bytes_.size() + word.size());
    std::copy(word.begin(), word.end(), bytes_.end() - static_cast<std::ptrdiff_t>(word.size()));
    ends_.push_back(bytes_.size());
  }
  void reserve(std::size_t words) { ends_.reserve(words); }

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    const std::uint64_t begin = i == 0 ? 0 : ends_[i - 1];
    return {bytes_.data() + begin, static_cast<std::size_t>(ends_[i] - begin)};
  }
  /// Memory held, in bytes.
  [[nodiscard]] std::size_t memory() const { return bytes_.capacity() + ends_.capacity() * sizeof(std::uint64_t); }

 private:
  std::vector<char> bytes_;
  std::vector<std::uint64_t> ends_;
};

/// Hash of a word's bytes (XXH3).
struct WordHash {
  std::size_t operator()(std::string_view word) const { return XXH3_64bits(word.data(), word.size()); }
};

/// Position of each word of a list, which must outlive the index unchanged.
class WordIndex {
 public:
  explicit WordIndex(const WordList& words);

  /// Position of the word; of the first, where it stands more than once.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word) const;

  /// Number of different words.
  [[nodiscard]] std::size_t size() const { return positions_.size(); }

 private:
  tsl::robin_map<std::string_view, std::uint32_t, WordHash> positions_;
};

}  // namespace w2v
