#include "w2v/corpus/corpus.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/ordered_handover.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/block_reader.hpp"
#include "w2v/corpus/encoded_text.hpp"
#include "w2v/corpus/token_table.hpp"
#include "w2v/corpus/tokenizer.hpp"

namespace w2v {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;

/// Encodes text in parallel: workers take blocks one after another, number their tokens each with a table of its own,
/// and append the numbers to the spool in the order of the text.
class Encoder {
 public:
  Encoder(const CorpusConfig& config, bool keep_ids, Observer& observer)
      : reader_(list_files(config.paths, &observer), block_bytes),
        observer_(observer),
        keep_lines_(config.keep_lines),
        tables_(static_cast<std::size_t>(thread_count(config.threads))) {
    reader_.report_to(observer);
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

  /// What run() made, ids kept; the encoder is used up.
  [[nodiscard]] EncodedText result() && {
    std::vector<std::vector<std::uint32_t>> numbers = merge_tables();
    return {std::move(*spool_), std::move(pieces_), std::move(numbers), std::move(tables_[0])};
  }

 private:
  void work(const Worker& worker) {
    TokenTable& table = tables_[static_cast<std::size_t>(worker.index)];
    std::string text;
    std::vector<TokenId> ids;
    while (true) {
      std::uint64_t block = 0;
      EncodedPiece piece{worker.index, 0, 0, false};
      {
        const std::lock_guard lock(reading_);
        if (worker.failed || !reader_.next(text)) return;
        if (observer_.stop_requested()) throw Interrupted();
        block = blocks_++;
        piece.starts_sentence = reader_.starts_file();
      }
      if (spool_) {
        handover_.run(
            block, [&] { encode(text, table, ids, piece); }, [&] { append(piece, ids); });
      } else {  // counts have no order
        encode(text, table, ids, piece);
        handover_.run_in_any_order([&] { count(piece.end); });
      }
    }
  }

  void encode(std::string_view text, TokenTable& table, std::vector<TokenId>& ids, EncodedPiece& piece) const {
    ids.clear();
    std::uint64_t tokens = 0;
    const auto add = [&](std::string_view token) {
      ids.push_back(table.add(token));
      ++tokens;
    };
    if (!spool_) {
      tokenize(
          text,
          [&](std::string_view token) {
            table.add(token);
            ++tokens;
          },
          [] {});
    } else if (keep_lines_) {
      split_lines(text, add, [&] {
        if (ids.empty() || (ids.back() & sentence_end_bit) != 0) add(line_end_word);
        ids.back() |= sentence_end_bit;
      });
    } else {
      tokenize(text, add, [&] {
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

  void append(EncodedPiece piece, const std::vector<TokenId>& ids) {
    piece.begin = spool_->size();
    spool_->append(ids);
    piece.end += piece.begin;
    pieces_.push_back(piece);
    count(ids.size());
  }

  /// Counts tokens, and reports them from time to time.
  void count(std::uint64_t tokens) {
    tokens_ += tokens;
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - reported_).count() < observer_.interval()) return;
    reported_ = now;
    const std::lock_guard lock(reading_);
    observer_.reading({reader_.consumed(), reader_.total(), tokens_});
  }

  BlockReader reader_;
  Observer& observer_;
  bool keep_lines_;
  std::vector<TokenTable> tables_;
  std::optional<IdSpool> spool_;
  std::vector<EncodedPiece> pieces_;

  std::mutex reading_;        // guards reader_ and blocks_
  std::uint64_t blocks_ = 0;  // handed out
  OrderedHandover handover_;  // guards all below, spool_ and pieces_
  std::uint64_t tokens_ = 0;
  std::chrono::steady_clock::time_point reported_ = std::chrono::steady_clock::now();
};

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
  const VocabularyRules rules(config.vocabulary, earlier, &observer);
  Encoder encoder(config, true, observer);
  encoder.run();
  return make_corpus(std::move(encoder).result(), config.vocabulary, rules);
}

CountedCorpus count_corpus(const CorpusConfig& config, Observer& observer) {
  const VocabularyRules rules(config.vocabulary, nullptr, &observer);
  Encoder encoder(config, false, observer);
  encoder.run();
  encoder.merge_tables();
  VocabularyRules::Result result = rules.apply(encoder.tokens());
  require_words(result.report, result.vocabulary, config.vocabulary);
  return {std::move(result.vocabulary), result.report};
}

}  // namespace w2v
