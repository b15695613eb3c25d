#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/base/observer.hpp"
#include "w2v/corpus/id_spool.hpp"
#include "w2v/corpus/token_table.hpp"
#include "w2v/phrases/joiner.hpp"
#include "w2v/phrases/phrase_score.hpp"

namespace w2v {

struct PhraseConfig {
  std::vector<std::string> paths;  ///< files, folders, or "-"
  PhraseScore score = PhraseScore::word2phrase;
  std::uint64_t min_count = 5;  ///< of both words of a phrase and of the phrase
  std::string delimiter = "_";  ///< between the words of a phrase
  std::vector<std::string>
      common_words;          ///< may stand inside a phrase, never begin or end it; most_common_words at most
  std::uint64_t memory = 0;  ///< bytes, half of them for token ids, half for pairs; 0: half of the free memory
  int threads = 0;           ///< 0: usable_cores()

  /// Throws UsageError.
  void validate() const;
};

struct Phrase {
  std::string text;  ///< its words with the delimiter between them
  double score;
  std::uint64_t count;  ///< how often its words stand together, before the text was joined
};

/// What a pass over the text came to.
struct PhrasePass {
  std::vector<Phrase> phrases;  ///< the highest score first, equal ones by their bytes
  std::uint64_t tokens = 0;     ///< before they were joined
  std::uint64_t joined = 0;     ///< phrases in the text that became one token
  int rounds = 0;               ///< CountedPairs::rounds
};

/// A text, held as ids, whose phrases become single tokens pass by pass: after two passes they have up to four words.
/// The result depends neither on the number of threads nor on the memory.
class PhraseText {
 public:
  /// Reads the text, as read_corpus() does. Throws Error, UsageError, Interrupted.
  PhraseText(const PhraseConfig& config, Observer& observer);

  /// Finds the phrases whose score is above the threshold, and joins them in each sentence from left to right; a word
  /// that has just been joined is not joined once more in the same pass. Tokens of two sentences are never joined: a
  /// sentence ends with its line, and at `</s>`. Throws UsageError for a threshold that is not finite.
  PhrasePass pass(double threshold);

  /// Calls `out` with the text, a blank between tokens, piece by piece. Its lines are those that were read: empty ones
  /// are there, too, and
  /// `</s>` where it stood. Each ends with `\n`.
  void write(const std::function<void(std::string_view)>& out);

  /// Words and phrases in the text, without `</s>`.
  [[nodiscard]] std::uint64_t tokens() const { return spool_.size() - marks_; }

 private:
  [[nodiscard]] std::vector<WordRole> roles() const;
  [[nodiscard]] std::string text_of(const Pair& pair) const;
  std::uint32_t id_of(const std::string& word);
  std::uint64_t join(std::span<const JoinedPair> phrases, std::span<const WordRole> roles);

  PhraseConfig config_;
  Observer& observer_;
  IdSpool spool_;
  TokenTable words_;                       // a word's number is its id
  std::vector<std::uint64_t> counts_;      // of the words in the text as it is now
  std::optional<std::uint32_t> line_end_;  // id of line_end_word, if the text has it
  std::uint64_t marks_ = 0;  // how often line_end_word and sentence_end_word stand in the spool; their counts_ are 0
  std::vector<std::uint32_t>
      common_ids_;  // of the common words that are in the text; a word's code is its place here and one
};

}  // namespace w2v
