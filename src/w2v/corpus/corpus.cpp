#include "w2v/corpus/corpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/block_reader.hpp"
#include "w2v/corpus/token_table.hpp"
#include "w2v/corpus/tokenizer.hpp"

namespace w2v {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;

/// A stretch of the spool that one worker encoded with the numbers of its own table.
struct Piece {
  int worker;
  std::uint64_t begin;         // first token
  std::uint64_t end;           // behind the last
  bool starts_sentence;        // a sentence ended before its first token
};

/// Encodes text in parallel: workers take blocks in turn, number their tokens each with a table of its own, and append
/// the numbers to the spool in the order of the text.
class Encoder {
 public:
  Encoder(const CorpusConfig& config, bool keep_ids, Observer& observer)
      : reader_(list_files(config.paths), block_bytes),
        observer_(observer),
        tables_(static_cast<std::size_t>(config.threads > 0 ? config.threads : usable_cores())) {
    if (keep_ids) spool_.emplace(config.memory > 0 ? config.memory : free_memory() / 2);
  }

  void run() {
    parallel(static_cast<int>(tables_.size()), [this](const Worker& worker) { work(worker); });
    if (spool_) spool_->finish();
  }

  /// Adds all tables to the first; returns for every worker the number there of each of its tokens.
  std::vector<std::vector<std::uint32_t>> merge_tables() {
    std::vector<std::vector<std::uint32_t>> numbers(tables_.size());
    numbers[0].resize(tables_[0].size());
    std::iota(numbers[0].begin(), numbers[0].end(), 0U);
    for (std::size_t w = 1; w < tables_.size(); ++w) {
      numbers[w] = tables_[0].add(tables_[w]);
      tables_[w] = TokenTable();
    }
    return numbers;
  }

  [[nodiscard]] const TokenTable& tokens() const { return tables_[0]; }
  [[nodiscard]] std::vector<Piece>& pieces() { return pieces_; }
  [[nodiscard]] IdSpool& spool() { return *spool_; }

 private:
  void work(const Worker& worker) {
    TokenTable& table = tables_[static_cast<std::size_t>(worker.index)];
    std::string text;
    std::vector<TokenId> ids;
    while (true) {
      std::uint64_t turn = 0;
      Piece piece{worker.index, 0, 0, false};
      {
        const std::lock_guard lock(reading_);
        if (worker.failed || !reader_.next(text)) return;
        if (observer_.stop_requested()) throw Interrupted();
        turn = blocks_++;
        piece.starts_sentence = reader_.starts_file();
      }
      try {
        encode(text, table, ids, piece);
        append(turn, piece, ids, worker);
      } catch (...) {
        const std::lock_guard lock(appending_);
        abandoned_ = true;  // the turn of this block never comes: nobody may wait for it
        turn_changed_.notify_all();
        throw;
      }
    }
  }

  void encode(std::string_view text, TokenTable& table, std::vector<TokenId>& ids, Piece& piece) const {
    ids.clear();
    std::uint64_t tokens = 0;
    if (!spool_) {
      tokenize(text, [&](std::string_view token) { table.add(token); ++tokens; }, [] {});
    } else {
      tokenize(
          text,
          [&](std::string_view token) {
            ids.push_back(table.add(token));
            ++tokens;
          },
          [&] {
            if (ids.empty()) {
              piece.starts_sentence = true;
            } else {
              ids.back() |= sentence_end_bit;
            }
          });
    }
    piece.end = tokens;
    if (table.size() > word_bits) throw Error("more than 2^31 different tokens: is this text?");
  }

  void append(std::uint64_t turn, Piece piece, const std::vector<TokenId>& ids, const Worker& worker) {
    std::unique_lock lock(appending_);
    if (!spool_) {  // counts have no order
      tokens_ += piece.end;
      report();
      return;
    }
    turn_changed_.wait(lock, [&] { return next_turn_ == turn || abandoned_ || worker.failed; });
    if (abandoned_ || worker.failed) {
      turn_changed_.notify_all();  // the next turn never comes: those that wait for it must look again
      return;
    }
    piece.begin = spool_->size();
    spool_->append(ids);
    piece.end += piece.begin;
    pieces_.push_back(piece);
    tokens_ += ids.size();
    report();
    ++next_turn_;
    turn_changed_.notify_all();
  }

  void report() {
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - reported_).count() < observer_.interval()) return;
    reported_ = now;
    const std::lock_guard lock(reading_);
    observer_.reading({reader_.consumed(), reader_.total(), tokens_});
  }

  BlockReader reader_;
  Observer& observer_;
  std::vector<TokenTable> tables_;
  std::optional<IdSpool> spool_;
  std::vector<Piece> pieces_;

  std::mutex reading_;         // guards reader_ and blocks_
  std::uint64_t blocks_ = 0;   // handed out
  std::mutex appending_;       // guards all below, spool_ and pieces_
  std::condition_variable turn_changed_;
  std::uint64_t next_turn_ = 0;
  bool abandoned_ = false;
  std::uint64_t tokens_ = 0;
  std::chrono::steady_clock::time_point reported_ = std::chrono::steady_clock::now();
};

/// Replaces a piece's numbers by final ids and closes up over dropped tokens, moving the end of a sentence to the last
/// token of it that is left.
void renumber(Piece& piece, std::span<TokenId> ids, const std::vector<std::uint32_t>& final_ids) {
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
std::uint64_t join(const std::vector<Piece>& pieces, std::span<TokenId> ids) {
  std::uint64_t out = 0;
  for (const Piece& piece : pieces) {
    if (piece.starts_sentence && out > 0) ids[out - 1] |= sentence_end_bit;
    if (piece.end > piece.begin && out != piece.begin) {
      std::memmove(&ids[out], &ids[piece.begin], (piece.end - piece.begin) * sizeof(TokenId));
    }
    out += piece.end - piece.begin;
  }
  if (out > 0) ids[out - 1] |= sentence_end_bit;
  return out;
}

void require_words(const VocabularyReport& report, const Vocabulary& vocabulary, const VocabularyConfig& config) {
  if (report.read.tokens == 0) throw Error("the corpus is empty: expected text, found no token in it");
  if (report.kept.tokens > 0) return;
  if (!config.vocabulary_file.empty() && vocabulary.size() > 0) {
    throw Error(fmt::format("none of the {} tokens of the corpus is a word of {}: expected text that these words are from",
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

}  // namespace

TokenStream::TokenStream(IdSpool spool) : spool_(std::move(spool)) {
  tokens_ = spool_.ids();
  std::uint64_t begin = 0;
  while (begin < tokens_.size()) {
    chunk_begins_.push_back(begin);
    const std::uint64_t soonest = std::min<std::uint64_t>(begin + chunk_tokens, tokens_.size());
    const std::uint64_t latest = std::min<std::uint64_t>(begin + 2 * chunk_tokens, tokens_.size());
    const auto sentence_end = std::find_if(tokens_.begin() + static_cast<std::ptrdiff_t>(soonest) - 1,
                                           tokens_.begin() + static_cast<std::ptrdiff_t>(latest),
                                           [](TokenId token) { return (token & sentence_end_bit) != 0; });
    const auto found = static_cast<std::uint64_t>(sentence_end - tokens_.begin());
    begin = found < latest ? found + 1 : soonest;
  }
  for (const TokenId token : tokens_) sentences_ += token >> 31;
}

std::span<const TokenId> TokenStream::chunk(std::size_t i) const {
  const std::uint64_t end = i + 1 < chunk_begins_.size() ? chunk_begins_[i + 1] : tokens_.size();
  return tokens_.subspan(chunk_begins_[i], end - chunk_begins_[i]);
}

IdSpool TokenStream::release() && {
  tokens_ = {};
  chunk_begins_.clear();
  sentences_ = 0;
  return std::move(spool_);
}

Corpus read_corpus(const CorpusConfig& config, Observer& observer, const Vocabulary* earlier) {
  const VocabularyRules rules(config.vocabulary, earlier);
  std::optional<Encoder> encoder(std::in_place, config, true, observer);
  encoder->run();
  std::vector<std::vector<std::uint32_t>> numbers = encoder->merge_tables();
  VocabularyRules::Result result = rules.apply(encoder->tokens());
  require_words(result.report, result.vocabulary, config.vocabulary);

  for (std::vector<std::uint32_t>& of_worker : numbers) {
    for (std::uint32_t& number : of_worker) number = result.ids[number];
  }
  IdSpool spool = std::move(encoder->spool());
  std::vector<Piece> pieces = std::move(encoder->pieces());
  encoder.reset();  // the tables' memory is wanted for the matrices
  const std::span<TokenId> ids = spool.ids();
  std::atomic<std::size_t> next{0};
  parallel(static_cast<int>(numbers.size()), [&](const Worker&) {
    for (std::size_t i = next++; i < pieces.size(); i = next++) {
      renumber(pieces[i], ids, numbers[static_cast<std::size_t>(pieces[i].worker)]);
    }
  });
  spool.truncate(join(pieces, ids));
  return {std::move(result.vocabulary), TokenStream(std::move(spool)), result.report};
}

CountedCorpus count_corpus(const CorpusConfig& config, Observer& observer) {
  const VocabularyRules rules(config.vocabulary);
  Encoder encoder(config, false, observer);
  encoder.run();
  encoder.merge_tables();
  VocabularyRules::Result result = rules.apply(encoder.tokens());
  require_words(result.report, result.vocabulary, config.vocabulary);
  return {std::move(result.vocabulary), result.report};
}

}  // namespace w2v
