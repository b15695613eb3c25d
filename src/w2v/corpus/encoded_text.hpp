#pragma once

#include <cstdint>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/corpus/corpus.hpp"
#include "w2v/corpus/id_spool.hpp"
#include "w2v/corpus/token_table.hpp"
#include "w2v/corpus/vocabulary_rules.hpp"

namespace w2v {

/// A stretch of the spool that one worker encoded with the numbers of its own table.
struct EncodedPiece {
  int worker;
  std::uint64_t begin;   ///< first token
  std::uint64_t end;     ///< behind the last
  bool starts_sentence;  ///< a sentence ended before its first token
};

/// A text whose tokens are numbered, before its vocabulary is chosen.
struct EncodedText {
  IdSpool spool;                                    ///< finished: the workers' numbers, with sentence_end_bit
  std::vector<EncodedPiece> pieces;                 ///< all of it, in order
  std::vector<std::vector<std::uint32_t>> numbers;  ///< for each worker the place in `tokens` of each of its numbers
  TokenTable tokens;
};

/// Chooses the vocabulary, gives the tokens that are kept their ids and closes up over the others, in place. Throws as
/// read_corpus().
Corpus make_corpus(EncodedText text, const VocabularyConfig& config, const VocabularyRules& rules);

/// What is said of a text without tokens.
Error empty_corpus();

/// Throws Error, with a remedy, if no token of the text is kept.
void require_words(const VocabularyReport& report, const Vocabulary& vocabulary, const VocabularyConfig& config);

}  // namespace w2v
