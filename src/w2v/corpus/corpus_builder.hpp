#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "w2v/corpus/corpus.hpp"
#include "w2v/corpus/token_table.hpp"
#include "w2v/corpus/vocabulary_rules.hpp"

namespace w2v {

/// Makes a corpus of tokens that come from the caller instead of files: baskets, walks on a graph, pieces of a
/// tokenizer. The corpus is the one that read_corpus() makes of a text with these tokens, blanks between them, and a
/// line a sentence. One thread uses a builder at a time.
class CorpusBuilder {
 public:
  /// `memory`: bytes of ids that may be held, 4 a token, what is beyond goes to a temporary file; 0: half of the free
  /// memory. Throws Error and UsageError for the files that the config names.
  explicit CorpusBuilder(const VocabularyConfig& config = {}, std::uint64_t memory = 0);

  /// The next token: any bytes but separators (is_separator). `</s>` ends the sentence. Throws Error for an empty
  /// token, for one that holds a separator, and when memory or disk run out.
  void add(std::string_view token);

  /// Ends the sentence: words of two sentences are never context of each other.
  void end_sentence();

  /// The corpus; the builder is used up. Throws Error without tokens or without a word that is kept.
  [[nodiscard]] Corpus finish() &&;

 private:
  VocabularyConfig config_;
  VocabularyRules rules_;
  TokenTable tokens_;
  IdSpool spool_;
  std::vector<TokenId> ids_;  // not yet in the spool, the last token always among them
};

}  // namespace w2v
