#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "../corpus/text_oracle.hpp"
#include "w2v/phrases/phrase_text.hpp"

namespace w2v::test {
namespace {

struct Settings {
  double threshold = 0;
  std::uint64_t min_count = 1;
  std::set<std::string> common;
  bool npmi = false;
};

using Key = std::vector<std::string>;  // the words of a phrase

/// The words from `begin` on that would be a phrase: two with up to three common words between them; nothing otherwise.
Key candidate(const Sentence& sentence, std::size_t begin, const Settings& settings) {
  if (settings.common.contains(sentence[begin])) return {};
  for (std::size_t end = begin + 1; end < sentence.size() && end <= begin + 4; ++end) {
    if (settings.common.contains(sentence[end])) continue;
    return {sentence.begin() + static_cast<std::ptrdiff_t>(begin),
            sentence.begin() + static_cast<std::ptrdiff_t>(end) + 1};
  }
  return {};
}

/// A pass by definition: {phrase: score}, and the sentences with phrases joined.
std::map<Key, double> pass_by_definition(Sentences& sentences, const Settings& settings) {
  std::map<std::string, double> words = [&] {
    std::map<std::string, double> counts;
    for (const auto& [word, count] : counts_of(sentences)) counts[word] = static_cast<double>(count);
    return counts;
  }();
  double total = 0;
  for (const auto& [word, count] : words) total += count;
  std::map<Key, double> pairs;
  for (const Sentence& sentence : sentences) {
    for (std::size_t i = 0; i < sentence.size(); ++i) {
      if (const Key key = candidate(sentence, i, settings); !key.empty()) ++pairs[key];
    }
  }
  const auto least = static_cast<double>(settings.min_count);
  std::map<Key, double> phrases;
  for (const auto& [key, n] : pairs) {
    const double a = words[key.front()];
    const double b = words[key.back()];
    if (n < least || a < least || b < least) continue;
    const double score = settings.npmi ? std::log((n / total) / (a / total * (b / total))) / -std::log(n / total)
                                       : (n - least) / a / b * total;
    if (score > settings.threshold) phrases[key] = score;
  }
  for (Sentence& sentence : sentences) {
    Sentence joined;
    for (std::size_t i = 0; i < sentence.size();) {
      const Key key = candidate(sentence, i, settings);
      if (!phrases.contains(key)) {
        joined.push_back(sentence[i++]);
        continue;
      }
      std::string text = key.front();
      for (std::size_t k = 1; k < key.size(); ++k) text += "_" + key[k];
      joined.push_back(text);
      i += key.size();
    }
    sentence = joined;
  }
  return phrases;
}

std::string text_of(const Sentences& sentences) {
  std::string text;
  for (const Sentence& sentence : sentences) {
    for (std::size_t i = 0; i < sentence.size(); ++i) text += (i == 0 ? "" : " ") + sentence[i];
    text += "\n";
  }
  return text;
}

/// Sentences of few words, some of which like to stand together; a few are very long.
Sentences random_sentences(std::mt19937& random, int count) {
  Sentences sentences;
  for (int s = 0; s < count; ++s) {
    Sentence sentence;
    const std::size_t length = s % 50 == 7 ? 3000 : 1 + random() % 12;
    while (sentence.size() < length) {
      const unsigned word = std::min(random() % 40, random() % 40);
      sentence.push_back("w" + std::to_string(word));
      if (random() % 3 == 0) sentence.push_back("w" + std::to_string((word * 7 + 1) % 40));
      if (random() % 4 == 0) sentence.push_back("of");
      if (random() % 6 == 0) sentence.push_back("the");
      if (random() % 20 == 0) sentence.push_back("w1_w2");  // as a phrase would be called
    }
    sentences.push_back(sentence);
  }
  return sentences;
}

struct Outcome {
  std::vector<PhrasePass> passes;
  std::string text;
};

Outcome run(const std::string& text, const PhraseConfig& settings, const std::vector<double>& thresholds) {
  const TemporaryFolder folder;
  PhraseConfig config = settings;
  config.paths = {folder.write("t", text)};
  Observer nobody;
  PhraseText phrases(config, nobody);
  Outcome outcome;
  for (const double threshold : thresholds) outcome.passes.push_back(phrases.pass(threshold));
  phrases.write([&](std::string_view bytes) { outcome.text += bytes; });
  return outcome;
}

TEST_CASE("phrases are those of the definition, whatever threads and memory are", "[phrases]") {
  std::mt19937 random(3);
  for (int round = 0; round < 12; ++round) {
    Sentences sentences = random_sentences(random, 300);
    Settings settings;
    settings.npmi = round % 3 == 2;
    settings.threshold = settings.npmi ? 0.1 : 1.5;
    settings.min_count = 1 + round % 4;
    if (round % 2 == 1) settings.common = {"of", "the"};
    const PhraseConfig config{.score = settings.npmi ? PhraseScore::npmi : PhraseScore::word2phrase,
                              .min_count = settings.min_count,
                              .common_words = {settings.common.begin(), settings.common.end()},
                              .memory = 1 << 20,
                              .threads = 1};
    const std::string text = text_of(sentences);
    const Outcome outcome = run(text, config, {settings.threshold, settings.threshold});
    for (const PhrasePass& pass : outcome.passes) {
      std::uint64_t tokens = 0;
      for (const Sentence& sentence : sentences) tokens += sentence.size();
      const std::map<Key, double> expected = pass_by_definition(sentences, settings);
      std::uint64_t left = 0;
      for (const Sentence& sentence : sentences) left += sentence.size();
      REQUIRE(pass.tokens == tokens);
      REQUIRE(pass.phrases.size() == expected.size());
      REQUIRE((pass.joined > 0) == (left < tokens));
      std::multimap<std::string, double> by_text;
      for (const auto& [key, score] : expected) {
        std::string joined = key.front();
        for (std::size_t k = 1; k < key.size(); ++k) joined += "_" + key[k];
        by_text.emplace(joined, score);
      }
      double before = 1e300;
      for (const Phrase& phrase : pass.phrases) {
        const auto [first, last] = by_text.equal_range(phrase.text);
        REQUIRE(std::any_of(first, last, [&](const auto& item) { return item.second == Approx(phrase.score); }));
        REQUIRE(phrase.score <= before);
        before = phrase.score;
      }
    }
    REQUIRE(outcome.passes[0].phrases.size() > 5);
    REQUIRE(outcome.text == text_of(sentences));
    for (const int threads : {2, 5}) {
      PhraseConfig other = config;
      other.threads = threads;
      other.memory = round % 2 == 0 ? 1 : std::uint64_t{1} << 30;
      REQUIRE(run(text, other, {settings.threshold, settings.threshold}).text == outcome.text);
    }
  }
}

TEST_CASE("pairs beyond the memory are counted in more rounds, and none is lost", "[phrases]") {
  std::mt19937 random(9);
  std::vector<TokenId> tokens;
  for (int i = 0; i < 200'000; ++i) {
    tokens.push_back(random() % 1000 | (random() % 20 == 0 ? sentence_end_bit : 0));
  }
  tokens.back() |= sentence_end_bit;
  const std::vector<WordRole> roles = [] {
    std::vector<WordRole> all(1000, frequent_word);
    all[3] = rare_word;
    all[4] = 1;
    all[5] = 254;
    return all;
  }();
  std::map<std::array<std::uint32_t, 3>, std::uint64_t> expected;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (roles[tokens[i] & word_bits] != frequent_word || (tokens[i] & sentence_end_bit) != 0) continue;
    std::uint32_t gap = 0;
    for (std::size_t j = i + 1; j <= i + 4 && j < tokens.size(); ++j) {
      const WordRole role = roles[tokens[j] & word_bits];
      if (role == frequent_word) ++expected[{tokens[i] & word_bits, tokens[j] & word_bits, gap}];
      if (role == frequent_word || role == rare_word || (tokens[j] & sentence_end_bit) != 0) break;
      gap = gap * 256 + role;
    }
  }
  for (const auto& [memory, threads] :
       {std::pair{std::uint64_t{1} << 30, 1}, std::pair{std::uint64_t{1}, 1}, std::pair{std::uint64_t{1}, 3}}) {
    Observer nobody;
    const CountedPairs counted = count_pairs(
        tokens, roles, [](const CountedPair&) { return true; }, memory, threads, nobody);
    REQUIRE(counted.pairs.size() == expected.size());
    std::size_t wrong = 0;
    auto next = expected.begin();
    for (const auto& [pair, count] : counted.pairs) {
      wrong += next->first != std::array{pair.first, pair.second, pair.gap} || next->second != count ? 1 : 0;
      ++next;
    }
    REQUIRE(wrong == 0);
    REQUIRE((counted.rounds > threads) == (memory == 1));
  }
}

TEST_CASE("phrases of small texts", "[phrases]") {
  // "a b" twice among 6 tokens: (2 - 1) / 2 / 2 * 6. Not above its own score.
  REQUIRE(run("a b c\nd\na b", {.min_count = 1, .threads = 1}, {1.5}).text == "a b c\nd\na b\n");
  const Outcome outcome = run("a b c\nd\na b", {.min_count = 1, .threads = 1}, {1.49});
  REQUIRE(outcome.text == "a_b c\nd\na_b\n");
  REQUIRE(outcome.passes[0].phrases.size() == 1);
  REQUIRE(outcome.passes[0].phrases[0].score == Approx(1.5));
  REQUIRE(outcome.passes[0].phrases[0].count == 2);
}

TEST_CASE("the lines of a text stay, empty ones and those with </s> inside", "[phrases]") {
  std::mt19937 random(4);
  for (int round = 0; round < 8; ++round) {
    Sentences parts;                // of lines
    std::vector<std::string> ends;  // of the parts: </s> or a line end
    std::string text;
    for (int line = 0; line < 400; ++line) {
      // Long ones go over several blocks, and over several pieces of those that are written.
      std::size_t words = random() % 3 == 0 ? 0 : random() % 9;
      if (round % 4 == 1 && line % 200 == 60) words = 500'000;
      if (round % 4 == 2 && line % 200 == 60) text += std::string((1 << 20) + random() % 3, ' ');
      Sentence& part = parts.emplace_back();
      for (; words > 0; --words) {
        const bool follows = !part.empty() && random() % 2 == 0;  // some like to stand together
        part.push_back("w" + std::to_string(follows ? (std::stoul(part.back().substr(1)) * 7 + 1) % 30
                                                    : std::min(random() % 30, random() % 30)));
        text += part.back() + (words > 1 || random() % 2 == 0 ? "  " : "");
      }
      const char* const all[] = {" </s> ", "\n", " \t\n", "\r\n", "\r\t", " \n"};
      const std::string end = line < 399     ? all[random() % 6]
                              : part.empty() ? "\n"
                                             : "";  // that of the file is one, too
      text += end;
      ends.emplace_back(end == " </s> " ? "</s>" : "\n");
    }
    const auto expected_text = [&] {
      std::string all;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        for (const std::string& word : parts[i]) (all += all.empty() || all.back() == '\n' ? "" : " ") += word;
        if (ends[i] == "</s>") all += (all.empty() || all.back() == '\n' ? "" : " ") + "</s>"s;
        if (ends[i] == "\n") all += '\n';
      }
      return all;
    };
    const PhraseConfig config{.min_count = 2, .common_words = {"w3", "</s>"}, .threads = 1};
    Settings settings{.threshold = 1.2, .min_count = 2, .common = {"w3"}};
    REQUIRE((run(text, config, {}).text == expected_text()));
    const Outcome outcome = run(text, config, {1.2, 1.2});
    std::uint64_t tokens = 0;
    for (const Sentence& part : parts) tokens += part.size();
    REQUIRE(outcome.passes[0].tokens == tokens);
    for (const PhrasePass& pass : outcome.passes)
      REQUIRE(pass.phrases.size() == pass_by_definition(parts, settings).size());
    REQUIRE(outcome.passes[0].joined > 0);
    REQUIRE((outcome.text == expected_text()));
    PhraseConfig other = config;
    other.threads = 3;
    other.memory = 1;
    REQUIRE((run(text, other, {1.2, 1.2}).text == outcome.text));
  }
}

TEST_CASE("npmi is within -1 and 1, and 1 for words that are never apart", "[phrases]") {
  REQUIRE(score_of(PhraseScore::npmi, {7, 7, 7, 1000}, 5) == Approx(1));
  REQUIRE(score_of(PhraseScore::npmi, {1, 500, 500, 1000}, 0) < 0);
  REQUIRE(score_of(PhraseScore::npmi, {10, 100, 100, 1000}, 0) == Approx(0).margin(1e-12));
  for (std::uint64_t pair = 1; pair < 50; ++pair) {
    const double score = score_of(PhraseScore::npmi, {pair, 50, 60, 110}, 0);
    REQUIRE(score >= -1);
    REQUIRE(score <= 1);
  }
}

TEST_CASE("what makes no sense is refused", "[phrases]") {
  REQUIRE_THROWS_AS((PhraseConfig{.delimiter = " "}.validate()), UsageError);
  REQUIRE_THROWS_AS((PhraseConfig{.common_words = std::vector<std::string>(300, "a")}.validate()), UsageError);
  for (const double threshold : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    REQUIRE_THROWS_AS(run("a b", {}, {threshold}), UsageError);
  }
  for (const char* const text : {"", "\n", " \n\n\r\n", "</s>\n\n</s> </s>"}) {
    REQUIRE_THAT(message_of([&] { run(text, {.threads = 1}, {100}); }), contains("the corpus is empty"));
  }
}

}  // namespace
}  // namespace w2v::test
