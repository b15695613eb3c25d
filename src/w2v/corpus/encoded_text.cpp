#include "w2v/corpus/encoded_text.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

/// Replaces a piece's numbers by final ids and closes up over dropped tokens, moving the end of a sentence to the last
/// token of it that is left.
void renumber(EncodedPiece& piece, std::span<TokenId> ids, const std::vector<std::uint32_t>& final_ids) {
  std::uint64_t out = piece.begin;
  for (std::uint64_t in = piece.begin; in < piece.end; ++in) {
    const TokenId ends = ids[in] & sentence_end_bit;
    const std::uint32_t id = final_ids[ids[in] & word_bits];
    if (id != VocabularyRules::dropped) {
      ids[out++] = id | ends;
    } else if (ends != 0) {
      if (out == piece.begin) {
        piece.starts_sentence = true;
      } else {
        ids[out - 1] |= sentence_end_bit;
      }
    }
  }
  piece.end = out;
}

/// Moves the pieces together; returns the number of tokens that are left.
std::uint64_t join(const std::vector<EncodedPiece>& pieces, std::span<TokenId> ids) {
  std::uint64_t out = 0;
  for (const EncodedPiece& piece : pieces) {
    if (piece.starts_sentence && out > 0) ids[out - 1] |= sentence_end_bit;
    if (piece.end > piece.begin && out != piece.begin) {
      std::memmove(&ids[out], &ids[piece.begin], (piece.end - piece.begin) * sizeof(TokenId));
    }
    out += piece.end - piece.begin;
  }
  if (out > 0) ids[out - 1] |= sentence_end_bit;
  return out;
}

}  // namespace

Error empty_corpus() {
  return Error("the corpus is empty: expected text, found no token in it");
}

void require_words(const VocabularyReport& report, const Vocabulary& vocabulary, const VocabularyConfig& config) {
  if (report.read.tokens == 0) throw empty_corpus();
  if (report.kept.tokens > 0) return;
  if (!config.vocabulary_file.empty() && vocabulary.size() > 0) {
    throw Error(
        fmt::format("none of the {} tokens of the corpus is a word of {}: expected text that these words are from",
                    format_count(report.read.tokens), config.vocabulary_file));
  }
  std::string remedy;
  if (report.stop_words.types > 0) remedy = fmt::format(": shorten --stop-words {}", config.stop_words_file);
  if (report.below_min_count.types > 0) {
    remedy += fmt::format("{} lower --min-count, which is {}", remedy.empty() ? ":" : " or", config.min_count);
  }
  throw Error(fmt::format("no word is left of the {} tokens ({} different, the most frequent seen {} times){}",
                          format_count(report.read.tokens), format_count(report.read.types),
                          format_count(report.highest_count), remedy));
}

Corpus make_corpus(EncodedText text, const VocabularyConfig& config, const VocabularyRules& rules) {
  VocabularyRules::Result result = rules.apply(text.tokens);
  require_words(result.report, result.vocabulary, config);
  if (result.vocabulary.size() > word_bits)
    throw Error("more than 2^31 words are left: raise --min-count, or lower --max-vocab");
  text.tokens = TokenTable();  // its memory is wanted for the matrices
  for (std::vector<std::uint32_t>& of_worker : text.numbers) {
    for (std::uint32_t& number : of_worker) number = result.ids[number];
  }
  const std::span<TokenId> ids = text.spool.ids();
  std::atomic<std::size_t> next{0};
  parallel(static_cast<int>(text.numbers.size()), [&](const Worker&) {
    for (std::size_t i = next++; i < text.pieces.size(); i = next++) {
      renumber(text.pieces[i], ids, text.numbers[static_cast<std::size_t>(text.pieces[i].worker)]);
    }
  });
  text.spool.truncate(join(text.pieces, ids));
  return {std::move(result.vocabulary), TokenStream(std::move(text.spool)), result.report};
}

}  // namespace w2v
