#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "../support.hpp"
#include "w2v/corpus/corpus.hpp"

namespace w2v::test {

using Sentence = std::vector<std::string>;
using Sentences = std::vector<Sentence>;

/// A plain second opinion on how a text splits; without empty sentences.
inline Sentences sentences_of(const std::string& text) {
  const std::string separators(" \t\n\v\f\r\0", 7);
  Sentences all(1);
  std::string token;
  const auto end_token = [&] {
    if (token == "</s>") {
      all.emplace_back();
    } else if (!token.empty()) {
      all.back().push_back(token);
    }
    token.clear();
  };
  for (const char c : text) {
    if (separators.find(c) == std::string::npos) {
      token += c;
      continue;
    }
    end_token();
    if (c == '\n' || c == '\r') all.emplace_back();
  }
  end_token();
  std::erase_if(all, [](const Sentence& sentence) { return sentence.empty(); });
  return all;
}

inline std::map<std::string, std::uint64_t> counts_of(const Sentences& sentences) {
  std::map<std::string, std::uint64_t> counts;
  for (const Sentence& sentence : sentences) {
    for (const std::string& token : sentence) ++counts[token];
  }
  return counts;
}

using Words = std::vector<std::pair<std::string, std::uint64_t>>;

/// By falling count, then by bytes.
inline Words sorted(const std::map<std::string, std::uint64_t>& counts) {
  Words words(counts.begin(), counts.end());
  std::stable_sort(words.begin(), words.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return words;
}

/// What is left of sentences where only `words` are kept.
inline Sentences left_of(const Sentences& sentences, const Words& words) {
  std::set<std::string> kept;
  for (const auto& [word, count] : words) kept.insert(word);
  Sentences left;
  for (Sentence sentence : sentences) {
    std::erase_if(sentence, [&](const std::string& token) { return !kept.contains(token); });
    if (!sentence.empty()) left.push_back(sentence);
  }
  return left;
}

inline Words words_of(const Vocabulary& vocabulary) {
  Words words;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    words.emplace_back(vocabulary.words()[i], vocabulary.counts()[i]);
  }
  return words;
}

/// The sentences that a stream stands for; one that does not end is marked.
inline Sentences sentences_of(const Corpus& corpus) {
  Sentences all(1);
  for (const TokenId token : corpus.tokens.tokens()) {
    all.back().emplace_back(corpus.vocabulary.words()[token & word_bits]);
    if ((token & sentence_end_bit) != 0) all.emplace_back();
  }
  if (all.back().empty()) {
    all.pop_back();
  } else {
    all.back().emplace_back("<no end>");
  }
  return all;
}

/// Reads a text from a file of its own.
inline Corpus corpus_of(const std::string& text, const VocabularyConfig& rules = {.min_count = 1}) {
  const TemporaryFolder folder;
  Observer nobody;
  return read_corpus({.paths = {folder.write("t", text)}, .vocabulary = rules, .threads = 1}, nobody);
}

}  // namespace w2v::test
