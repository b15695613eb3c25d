#include "w2v/phrases/phrase_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/memory.hpp"
#include "w2v/base/ordered_handover.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/encoded_text.hpp"

namespace w2v {
namespace {

constexpr std::size_t piece_tokens = std::size_t{1} << 16;  // that a thread joins or writes at a time

PhraseConfig resolved(PhraseConfig config) {
  config.validate();
  if (config.memory == 0) config.memory = free_memory() / 2;
  config.threads = thread_count(config.threads);
  return config;
}

/// Moves pieces together whose first tokens stand at `begins`; returns how many tokens there are.
std::size_t close_up(std::span<TokenId> tokens, std::span<const std::size_t> begins,
                     std::span<const std::size_t> sizes) {
  std::size_t out = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (out != begins[i]) std::copy_n(tokens.begin() + begins[i], sizes[i], tokens.begin() + out);
    out += sizes[i];
  }
  return out;
}

}  // namespace

void PhraseConfig::validate() const {
  if (delimiter.find_first_of(separators) != std::string::npos) {
    throw UsageError(
        fmt::format("the delimiter '{}' holds a blank: expected text that stays in one token", printable(delimiter)));
  }
  if (common_words.size() > most_common_words) {
    throw UsageError(fmt::format("{} common words: expected at most {}", common_words.size(), most_common_words));
  }
}

PhraseText::PhraseText(const PhraseConfig& config, Observer& observer)
    : config_(resolved(config)), observer_(observer), spool_(0) {
  VocabularyConfig all_words;
  all_words.min_count = 0;
  Corpus corpus = read_corpus({.paths = config_.paths,
                               .vocabulary = all_words,
                               .memory = std::max<std::uint64_t>(1, config_.memory / 2),
                               .threads = config_.threads,
                               .keep_lines = true},
                              observer);
  for (std::size_t i = 0; i < corpus.vocabulary.size(); ++i) words_.add(corpus.vocabulary.words()[i]);
  counts_ = corpus.vocabulary.counts();
  spool_ = std::move(corpus.tokens).release();
  line_end_ = words_.find(line_end_word);
  for (const std::optional<std::uint32_t> mark : {line_end_, words_.find(sentence_end_word)}) {
    if (mark) marks_ += std::exchange(counts_[*mark], 0);  // a word that is never counted is in no phrase
  }
  if (tokens() == 0) throw empty_corpus();
  for (const std::string& word : config_.common_words) {
    const std::optional<std::uint32_t> id = words_.find(word);
    if (id && counts_[*id] > 0 && std::ranges::find(common_ids_, *id) == common_ids_.end()) common_ids_.push_back(*id);
  }
}

std::vector<WordRole> PhraseText::roles() const {
  std::vector<WordRole> roles(counts_.size(), rare_word);
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] > 0 && counts_[i] >= config_.min_count) roles[i] = frequent_word;
  }
  for (std::size_t i = 0; i < common_ids_.size(); ++i) roles[common_ids_[i]] = static_cast<WordRole>(i + 1);
  return roles;
}

std::string PhraseText::text_of(const Pair& pair) const {
  std::string text(words_.token(pair.first));
  for (int shift = 8 * (most_words_in_gap - 1); shift >= 0; shift -= 8) {
    const std::uint32_t code = pair.gap >> shift & 0xFF;
    if (code != 0) text.append(config_.delimiter).append(words_.token(common_ids_[code - 1]));
  }
  return text.append(config_.delimiter).append(words_.token(pair.second));
}

std::uint32_t PhraseText::id_of(const std::string& word) {
  const std::uint32_t id = words_.add(word);
  if (id > word_bits) throw Error("more than 2^31 different words and phrases: expected a higher threshold");
  if (id == counts_.size()) counts_.push_back(0);
  return id;
}

PhrasePass PhraseText::pass(double threshold) {
  if (!std::isfinite(threshold)) throw UsageError(fmt::format("threshold {}: expected a finite number", threshold));
  const std::vector<WordRole> roles = this->roles();
  const std::uint64_t tokens = this->tokens();
  const auto score = [&](const CountedPair& pair) {
    return score_of(config_.score, {pair.count, counts_[pair.pair.first], counts_[pair.pair.second], tokens},
                    config_.min_count);
  };
  const CountedPairs counted = count_pairs(
      spool_.ids(), roles,
      [&](const CountedPair& pair) { return pair.count >= config_.min_count && score(pair) > threshold; },
      config_.memory - config_.memory / 2, config_.threads, observer_);

  PhrasePass result{.phrases = {}, .tokens = tokens, .joined = 0, .rounds = counted.rounds};
  for (const CountedPair& pair : counted.pairs) result.phrases.push_back({text_of(pair.pair), score(pair), pair.count});
  std::vector<JoinedPair> joined;
  for (std::size_t i = 0; i < counted.pairs.size(); ++i) {
    if (result.phrases[i].text == sentence_end_word) continue;  // which is not a word
    joined.push_back({counted.pairs[i].pair, id_of(result.phrases[i].text)});
  }
  result.joined = join(joined, roles);
  std::ranges::sort(result.phrases, [](const Phrase& a, const Phrase& b) {
    return a.score != b.score ? a.score > b.score : a.text != b.text ? a.text < b.text : a.count > b.count;
  });
  return result;
}

std::uint64_t PhraseText::join(std::span<const JoinedPair> phrases, std::span<const WordRole> roles) {
  const Joiner joiner(phrases, roles);
  const std::span<TokenId> tokens = spool_.ids();
  const std::vector<std::size_t> cuts = joiner.cuts(tokens, piece_tokens);
  std::vector<std::size_t> sizes(cuts.size() - 1);
  std::vector<std::vector<std::uint64_t>> times(static_cast<std::size_t>(config_.threads));
  std::atomic<std::size_t> next{0};
  parallel(config_.threads, [&](const Worker& worker) {
    std::vector<std::uint64_t>& mine = times[static_cast<std::size_t>(worker.index)];
    mine.resize(phrases.size());
    for (std::size_t i = next++; i < sizes.size() && !worker.failed; i = next++) {
      if (observer_.stop_requested()) throw Interrupted();
      sizes[i] = joiner.join(tokens.subspan(cuts[i], cuts[i + 1] - cuts[i]), mine);
    }
  });
  spool_.truncate(close_up(tokens, cuts, sizes));

  std::uint64_t joined = 0;
  for (const std::vector<std::uint64_t>& of_worker : times) {
    for (std::size_t i = 0; i < of_worker.size(); ++i) {
      const auto& [pair, word] = phrases[i];
      joined += of_worker[i];
      counts_[word] += of_worker[i];
      counts_[pair.first] -= of_worker[i];
      counts_[pair.second] -= of_worker[i];
      for (std::uint32_t gap = pair.gap; gap != 0; gap >>= 8) counts_[common_ids_[(gap & 0xFF) - 1]] -= of_worker[i];
    }
  }
  return joined;
}

void PhraseText::write(const std::function<void(std::string_view)>& out) {
  const std::span<const TokenId> tokens = spool_.ids();
  std::atomic<std::size_t> next{0};
  OrderedHandover handover;
  parallel(config_.threads, [&](const Worker& worker) {
    std::string text;
    const auto make = [&](std::size_t begin) {
      if (observer_.stop_requested()) throw Interrupted();
      text.clear();
      for (std::size_t i = begin; i < std::min(begin + piece_tokens, tokens.size()); ++i) {
        const std::uint32_t word = tokens[i] & word_bits;
        if (word != line_end_) {
          if (i > 0 && (tokens[i - 1] & sentence_end_bit) == 0) text += ' ';
          text += words_.token(word);
        }
        if ((tokens[i] & sentence_end_bit) != 0) text += '\n';
      }
    };
    for (std::size_t piece = next++; piece * piece_tokens < tokens.size() && !worker.failed; piece = next++) {
      handover.run(
          piece, [&] { make(piece * piece_tokens); }, [&] { out(text); });
    }
  });
}

}  // namespace w2v
