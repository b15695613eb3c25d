#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "w2v/base/observer.hpp"
#include "w2v/corpus/token_table.hpp"
#include "w2v/corpus/vocabulary.hpp"

namespace w2v {

/// Which tokens become words.
struct VocabularyConfig {
  std::uint64_t min_count = 5;  ///< rarer tokens are dropped
  std::uint64_t max_words = 0;  ///< keep the N most frequent; 0: no limit
  std::string stop_words_file;  ///< tokens that are dropped, separated by blanks or line ends; empty: none
  std::string keep_words_file;  ///< tokens that stay however rare, if they occur; empty: none
  std::string vocabulary_file;  ///< take words and counts from this file (word2vec's `word count`); empty: count
};

/// A number of types (different tokens) and of tokens (running ones).
struct TokenCount {
  std::uint64_t types = 0;
  std::uint64_t tokens = 0;
};

/// What became of the tokens of a text.
struct VocabularyReport {
  TokenCount read;
  TokenCount kept;
  TokenCount below_min_count;
  TokenCount beyond_max_words;
  TokenCount stop_words;
  TokenCount not_in_file;           ///< absent from VocabularyConfig::vocabulary_file
  std::uint64_t highest_count = 0;  ///< of any token read
};

/// Applies a VocabularyConfig to counted tokens.
class VocabularyRules {
 public:
  /// Reads the files that the config names. `earlier`: the vocabulary of a text before this one, or null; it must
  /// outlive the rules. `observer`, if any, is told what is left out of lists that are archives. Throws Error, and
  /// UsageError for a word that is both kept and stopped.
  explicit VocabularyRules(const VocabularyConfig& config, const Vocabulary* earlier = nullptr,
                           Observer* observer = nullptr);

  static constexpr std::uint32_t dropped = 0xFFFFFFFF;

  struct Result {
    Vocabulary vocabulary;
    std::vector<std::uint32_t> ids;  ///< for each token of the table its id in the vocabulary, or `dropped`
    VocabularyReport report;
  };
  /// Prunes, orders and numbers. All words of the earlier vocabulary stay, with the counts of both texts.
  [[nodiscard]] Result apply(const TokenTable& tokens) const;

 private:
  enum class Fate : std::uint8_t { kept, below_min_count, beyond_max_words, stop_word, not_in_file };

  [[nodiscard]] Vocabulary choose(const TokenTable& tokens, std::vector<Fate>& fates,
                                  std::vector<std::uint32_t>& ids) const;
  [[nodiscard]] Vocabulary choose_from_file(const TokenTable& tokens, std::vector<Fate>& fates,
                                            std::vector<std::uint32_t>& ids) const;

  void add_earlier(Result& result) const;

  VocabularyConfig config_;
  const Vocabulary* earlier_;
  TokenTable stop_words_;
  TokenTable keep_words_;
  std::optional<Vocabulary> from_file_;
};

}  // namespace w2v
