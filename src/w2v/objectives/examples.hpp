#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "w2v/base/random.hpp"
#include "w2v/corpus/corpus.hpp"
#include "w2v/objectives/training_job.hpp"

namespace w2v {

/// A centre word and the input rows of the words in its window, its contexts. `Row` is how a trainer names input rows:
/// by a pointer or by a number.
template <class Row>
struct Example {
  std::size_t centre;           ///< place in the piece
  std::span<const Row> before;  ///< rows of the contexts before the centre, in the order of the text
  std::span<const Row> after;   ///< and behind it
  std::span<Row> contexts;  ///< all of them side by side, in an order of their own, with room for one more behind them
};

/// The examples of a text, piece by piece.
///
/// An example has hidden vectors, each the mean of a bag of input rows, and output rows that each hidden vector is told
/// apart from. Which word gives what depends on architecture and objective:
///
/// * Skip-gram under negative sampling and hierarchical softmax: each context's row is a bag. The output rows are those
///   of the centre (see targets.hpp).
/// * CBOW: the rows of all contexts are one bag. The output rows are those of the centre.
/// * Skip-gram with n-grams, as in fastText: the centre's bag. The output rows are those of each context in turn.
/// * CBOW with n-grams: the bags of all contexts are one bag. The output rows are those of the centre.
/// * Skip-gram under the full softmax: the centre's row is the only bag. The output rows are those of all words; the
///   contexts are right.
///
/// Without n-grams, a bag is a part of Example::contexts, so nothing is copied.
template <class Row>
class Examples {
 public:
  explicit Examples(const TrainConfig& config)
      : window_(static_cast<std::uint64_t>(config.window)),
        fixed_window_(config.fixed_window),
        piece_(static_cast<std::size_t>(config.max_sentence)),
        reach_(piece_.size()),
        rows_(piece_.size() + 1) {}

  /// Calls use(words, rate) for each piece of a chunk: what subsampling keeps of a sentence, or of a part of one. It
  /// may begin_piece() and ask for_each() for its examples.
  template <class Real, class Use>
  void for_each_piece(const TrainingJob<Real>& job, std::uint64_t epoch, std::size_t chunk, Random& random, Use&& use) {
    static_assert(TrainConfig::most_max_sentence <= TokenStream::chunk_tokens);
    constexpr std::uint64_t every_epoch = std::numeric_limits<std::uint64_t>::max() - 1;  // one that no text is read in
    Random same_in_every_epoch(job.config.seed, every_epoch, chunk);
    Random& keeping = job.config.subsample_once ? same_in_every_epoch : random;
    const std::span<const TokenId> tokens = job.tokens.chunk(chunk);
    const auto stream_size = static_cast<double>(job.stream_size());
    const auto epochs = static_cast<double>(job.config.epochs);
    std::size_t length = 0;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      bits = i % 2 == 0 ? keeping.next() : bits >> 32;  // 32 for every token
      const std::uint32_t word = tokens[i] & word_bits;
      piece_[length] = word;
      length += job.subsampler.keeps(word, static_cast<std::uint32_t>(bits)) ? 1 : 0;
      if ((tokens[i] & sentence_end_bit) != 0 || length == piece_.size() || i + 1 == tokens.size()) {
        const double place = static_cast<double>(job.tokens.chunk_begin(chunk) + i) / stream_size;
        use(std::span<const std::uint32_t>(piece_).first(length),
            job.schedule.rate((static_cast<double>(epoch) + place) / epochs));
        length = 0;
      }
    }
  }

  /// Draws the windows of a piece. `row_of(word)`: the input row of a word. False for a piece without an example: one
  /// of a single word, or of none.
  template <class RowOf>
  bool begin_piece(std::span<const std::uint32_t> words, Random& random, RowOf&& row_of) {
    length_ = words.size();
    if (length_ < 2) return false;
    for (std::size_t i = 0; i < length_; ++i)
      reach_[i] = static_cast<std::uint32_t>(fixed_window_ ? window_ : 1 + random.below(window_));
    for (std::size_t i = 0; i < length_; ++i) rows_[i] = row_of(words[i]);
    return true;
  }

  /// Calls use(example) for each word of the piece as the centre.
  template <class Use>
  void for_each(Use&& use) {
    for (std::size_t centre = 0; centre < length_; ++centre) {
      const auto [begin, end] = window_of(centre);
      // The contexts side by side: the window's first row stands in for the centre's.
      const Row own = std::exchange(rows_[centre], rows_[begin]);
      use(Example<Row>{.centre = centre,
                       .before = {&rows_[begin], centre - begin},
                       .after = {&rows_[centre] + 1, end - centre - 1},
                       .contexts = {&rows_[begin] + 1, end - begin - 1}});
      rows_[centre] = own;
    }
  }

  /// The places of a centre's window, with its own among them: begin and end.
  [[nodiscard]] std::pair<std::size_t, std::size_t> window_of(std::size_t centre) const {
    return {centre - std::min<std::size_t>(centre, reach_[centre]), std::min(length_, centre + reach_[centre] + 1)};
  }
  /// Words of the piece.
  [[nodiscard]] std::size_t length() const { return length_; }
  /// The row that the window of a centre may have and none before it.
  [[nodiscard]] Row last_row_of(std::size_t centre) const {
    return rows_[std::min<std::size_t>(centre + window_, length_ - 1)];
  }
  /// Contexts of a whole window in this piece.
  [[nodiscard]] std::size_t most_contexts() const { return std::min<std::size_t>(2 * window_, length_ - 1); }

 private:
  std::uint64_t window_;
  bool fixed_window_;
  std::vector<std::uint32_t> piece_;  // kept tokens of a sentence, or of a part of it
  std::size_t length_ = 0;            // of the piece
  std::vector<std::uint32_t> reach_;  // of the window of each centre, in words on each side
  std::vector<Row> rows_;             // of every word of the piece, and room for one more
};

}  // namespace w2v
