#include "w2v/corpus/vocabulary_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/sort_key.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/block_reader.hpp"
#include "w2v/corpus/tokenizer.hpp"

namespace w2v {
namespace {

TokenTable tokens_of(const std::string& path, Observer* observer) {
  TokenTable table;
  if (path.empty()) return table;
  BlockReader reader({path}, std::size_t{1} << 20);
  if (observer != nullptr) reader.report_to(*observer);
  std::string text;
  while (reader.next(text)) {
    tokenize(
        text, [&](std::string_view token) { table.add(token); }, [] {});
  }
  return table;
}

/// Sorts by falling count, then by bytes. What is compared stands side by side: to look it up takes longer.
void sort_as_vocabulary(const TokenTable& tokens, std::vector<std::uint32_t>& chosen) {
  struct Item {
    std::uint64_t count;
    std::uint64_t key;  // sort_key() of the token
    std::uint32_t number;
  };
  std::vector<Item> items;
  items.reserve(chosen.size());
  for (const std::uint32_t number : chosen) {
    items.push_back({tokens.count(number), sort_key(tokens.token(number)), number});
  }
  std::sort(items.begin(), items.end(), [&](const Item& a, const Item& b) {
    if (a.count != b.count) return a.count > b.count;
    if (a.key != b.key) return a.key < b.key;
    return tokens.token(a.number) < tokens.token(b.number);
  });
  for (std::size_t i = 0; i < items.size(); ++i) chosen[i] = items[i].number;
}

}  // namespace

VocabularyRules::VocabularyRules(const VocabularyConfig& config, const Vocabulary* earlier, Observer* observer)
    : config_(config),
      earlier_(earlier),
      stop_words_(tokens_of(config.stop_words_file, observer)),
      keep_words_(tokens_of(config.keep_words_file, observer)) {
  for (std::size_t i = 0; i < keep_words_.size(); ++i) {
    if (stop_words_.contains(keep_words_.token(i))) {
      throw UsageError(fmt::format("'{}' is a stop word in {} and a word to keep in {}: expected it in one of them",
                                   printable(keep_words_.token(i)), config.stop_words_file, config.keep_words_file));
    }
  }
  if (earlier != nullptr) {
    for (std::size_t i = 0; i < earlier->size(); ++i) keep_words_.add(earlier->words()[i]);
  }
  if (!config.vocabulary_file.empty()) from_file_ = read_vocabulary(config.vocabulary_file);
}

Vocabulary VocabularyRules::choose(const TokenTable& tokens, std::vector<Fate>& fates,
                                   std::vector<std::uint32_t>& ids) const {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    if (stop_words_.contains(tokens.token(i))) {
      fates[i] = Fate::stop_word;
    } else if (tokens.count(i) < config_.min_count && !keep_words_.contains(tokens.token(i))) {
      fates[i] = Fate::below_min_count;
    } else {
      chosen.push_back(i);
    }
  }
  sort_as_vocabulary(tokens, chosen);
  if (config_.max_words != 0 && chosen.size() > config_.max_words) {
    // Words to keep take their places first; the most frequent of the others get what is left.
    const auto kept_first = std::stable_partition(
        chosen.begin(), chosen.end(), [&](std::uint32_t i) { return keep_words_.contains(tokens.token(i)); });
    const auto places = std::max<std::size_t>(config_.max_words, static_cast<std::size_t>(kept_first - chosen.begin()));
    for (std::size_t i = places; i < chosen.size(); ++i) fates[chosen[i]] = Fate::beyond_max_words;
    chosen.resize(std::min(places, chosen.size()));
    sort_as_vocabulary(tokens, chosen);
  }
  Vocabulary vocabulary;
  for (const std::uint32_t i : chosen) {
    fates[i] = Fate::kept;
    ids[i] = static_cast<std::uint32_t>(vocabulary.size());
    vocabulary.add(tokens.token(i), tokens.count(i));
  }
  return vocabulary;
}

Vocabulary VocabularyRules::choose_from_file(const TokenTable& tokens, std::vector<Fate>& fates,
                                             std::vector<std::uint32_t>& ids) const {
  // The file's counts decide, by the same rules as a text's.
  TokenTable listed;
  for (std::size_t i = 0; i < from_file_->size(); ++i) listed.add(from_file_->words()[i], from_file_->counts()[i]);
  std::vector<Fate> listed_fates(listed.size(), Fate::kept);
  std::vector<std::uint32_t> listed_ids(listed.size(), dropped);
  Vocabulary vocabulary = choose(listed, listed_fates, listed_ids);
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    const std::optional<std::uint32_t> place = listed.find(tokens.token(i));
    fates[i] = place ? listed_fates[*place] : Fate::not_in_file;
    ids[i] = place ? listed_ids[*place] : dropped;
  }
  return vocabulary;
}

VocabularyRules::Result VocabularyRules::apply(const TokenTable& tokens) const {
  Result result;
  result.ids.assign(tokens.size(), dropped);
  std::vector<Fate> fates(tokens.size(), Fate::kept);
  result.vocabulary = from_file_ ? choose_from_file(tokens, fates, result.ids) : choose(tokens, fates, result.ids);

  VocabularyReport& report = result.report;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    TokenCount* part = nullptr;
    switch (fates[i]) {
      case Fate::kept:
        part = &report.kept;
        break;
      case Fate::below_min_count:
        part = &report.below_min_count;
        break;
      case Fate::beyond_max_words:
        part = &report.beyond_max_words;
        break;
      case Fate::stop_word:
        part = &report.stop_words;
        break;
      case Fate::not_in_file:
        part = &report.not_in_file;
        break;
    }
    for (TokenCount* sum : {part, &report.read}) {
      ++sum->types;
      sum->tokens += tokens.count(i);
    }
    report.highest_count = std::max(report.highest_count, tokens.count(i));
  }
  if (earlier_ != nullptr) add_earlier(result);
  return result;
}

void VocabularyRules::add_earlier(Result& result) const {
  TokenTable both;  // the words of this text first, so that their numbers are their ids
  for (const Vocabulary* vocabulary : {&std::as_const(result.vocabulary), earlier_}) {
    for (std::size_t i = 0; i < vocabulary->size(); ++i) both.add(vocabulary->words()[i], vocabulary->counts()[i]);
  }
  std::vector<std::uint32_t> order(both.size());
  std::iota(order.begin(), order.end(), 0U);
  sort_as_vocabulary(both, order);
  std::vector<std::uint32_t> ids(both.size());
  result.vocabulary = Vocabulary();
  for (const std::uint32_t number : order) {
    ids[number] = static_cast<std::uint32_t>(result.vocabulary.size());
    result.vocabulary.add(both.token(number), both.count(number));
  }
  for (std::uint32_t& id : result.ids) id = id == dropped ? dropped : ids[id];
}

}  // namespace w2v
