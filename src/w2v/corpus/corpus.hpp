#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/base/observer.hpp"
#include "w2v/corpus/id_spool.hpp"
#include "w2v/corpus/vocabulary.hpp"
#include "w2v/corpus/vocabulary_rules.hpp"

namespace w2v {

/// A token of the text as the training reads it: the word's id, and in the highest bit whether it is the last of
/// its sentence.
using TokenId = std::uint32_t;
inline constexpr TokenId sentence_end_bit = 0x80000000;
inline constexpr TokenId word_bits = 0x7FFFFFFF;

/// A text turned into ids: every kept token of it, in order, 4 bytes each.
class TokenStream {
 public:
  explicit TokenStream(IdSpool spool);

  [[nodiscard]] std::span<const TokenId> tokens() const { return tokens_; }
  [[nodiscard]] std::uint64_t sentences() const { return sentences_; }
  [[nodiscard]] bool on_disk() const { return spool_.on_disk(); }

  /// Pieces of about `chunk_tokens` that workers take one at a time. A piece ends with a sentence, unless that sentence
  /// is longer than a piece. The pieces depend on the text alone.
  static constexpr std::size_t chunk_tokens = 10'000;
  [[nodiscard]] std::size_t chunks() const { return chunk_begins_.size(); }
  [[nodiscard]] std::span<const TokenId> chunk(std::size_t i) const;
  /// Place of the chunk's first token in the stream.
  [[nodiscard]] std::uint64_t chunk_begin(std::size_t i) const { return chunk_begins_[i]; }

  /// The ids themselves, to be changed; the stream is empty afterwards.
  [[nodiscard]] IdSpool release() &&;

 private:
  IdSpool spool_;
  std::span<const TokenId> tokens_;
  std::uint64_t sentences_ = 0;
  std::vector<std::uint64_t> chunk_begins_;
};

struct CorpusConfig {
  std::vector<std::string> paths;  ///< files, archives, folders, or "-"
  VocabularyConfig vocabulary;
  std::uint64_t memory = 0;  ///< bytes of ids that may be held in memory; 0: half of the free memory
  int threads = 0;           ///< 0: usable_cores()
  bool keep_lines = false;   ///< all lines of the text can be told from the stream, as line_end_word has it
};

/// Stands in a stream that keeps lines, and in its vocabulary, for a line end that no token can carry: that of an empty
/// line, and of a line whose last token is in another block of the reader. Every other line end is the sentence_end_bit
/// of the line's last token.
/// `</s>` is a token of such a stream, without the bit.
inline constexpr std::string_view line_end_word = "\n";

struct Corpus {
  Vocabulary vocabulary;
  TokenStream tokens;
  VocabularyReport report;
};

/// Reads a text once, in parallel: counts it, makes the vocabulary and the stream of ids. The result depends neither on
/// the number of threads nor on how the bytes come. `earlier`: the vocabulary of a text before this one, whose words
/// and counts come in, or null. Throws Error for text without tokens or without a word that is kept.
Corpus read_corpus(const CorpusConfig& config, Observer& observer, const Vocabulary* earlier = nullptr);

struct CountedCorpus {
  Vocabulary vocabulary;
  VocabularyReport report;
};

/// As read_corpus(), but only counts.
CountedCorpus count_corpus(const CorpusConfig& config, Observer& observer);

}  // namespace w2v
