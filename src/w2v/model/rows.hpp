#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace w2v {

/// What a row of a matrix belongs to.
enum class RowKind {
  word,        ///< a word of the vocabulary
  ngram,       ///< a bucket of character n-grams
  document,    ///< a document
  inner_node,  ///< an inner node of the Huffman tree of hierarchical softmax
  context,     ///< a context, where contexts have a vocabulary of their own
};

/// The plural of a kind, as files and messages have it: "words", "n-grams", "documents", "inner-nodes", "contexts".
const char* name_of(RowKind kind);

/// What the rows of a matrix belong to: ranges of rows of one kind, one behind the other.
class RowLayout {
 public:
  struct Range {
    RowKind kind;
    std::uint64_t rows;
    friend bool operator==(const Range&, const Range&) = default;
  };

  RowLayout() = default;
  /// Ranges without rows are left out. No kind may stand in two ranges.
  RowLayout(std::vector<Range> ranges);

  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }
  /// Rows of all kinds together.
  [[nodiscard]] std::uint64_t rows() const;
  /// Rows of one kind, 0 or more.
  [[nodiscard]] std::uint64_t rows_of(RowKind kind) const;

  /// Such as "words 71290, n-grams 2000000", and back. parse() throws Error for anything but what text() writes.
  [[nodiscard]] std::string text() const;
  static RowLayout parse(std::string_view text);

  friend bool operator==(const RowLayout&, const RowLayout&) = default;

 private:
  std::vector<Range> ranges_;
};

/// The rows of the two matrices of a model.
struct ModelRows {
  RowLayout input;   ///< words, then n-grams, then documents
  RowLayout output;  ///< words, inner nodes or contexts
  friend bool operator==(const ModelRows&, const ModelRows&) = default;
};

}  // namespace w2v
