#include "w2v/corpus/corpus_builder.hpp"

#include "text_oracle.hpp"
#include "w2v/base/error.hpp"

namespace w2v::test {
namespace {

/// Sentences of some words, frequent and rare, some empty.
Sentences random_sentences(std::uint32_t seed, std::size_t sentences) {
  std::mt19937 random(seed);
  Sentences all(sentences);
  for (Sentence& sentence : all) {
    for (std::size_t n = random() % 10; n > 0; --n) {
      const std::size_t word = std::min(random() % 200, random() % 200);
      sentence.push_back("w" + std::to_string(word * word * word));
    }
  }
  return all;
}

Corpus built(const Sentences& sentences, const VocabularyConfig& config, std::uint64_t memory = 0) {
  CorpusBuilder builder(config, memory);
  for (const Sentence& sentence : sentences) {
    for (const std::string& token : sentence) builder.add(token);
    builder.end_sentence();
  }
  return std::move(builder).finish();
}

TEST_CASE("a builder makes the corpus of its sentences, dropped words leaving no trace", "[corpus]") {
  for (const std::size_t size : {3, 40, 60'000}) {  // the last is more than the builder holds back
    const Sentences sentences = random_sentences(static_cast<std::uint32_t>(size), size);
    for (const std::uint64_t min_count : {1, 2, 20}) {
      auto counts = counts_of(sentences);
      std::erase_if(counts, [&](const auto& word) { return word.second < min_count; });
      if (counts.empty()) continue;
      const Words words = sorted(counts);
      const Sentences left = left_of(sentences, words);
      for (const std::uint64_t memory : {0, 1}) {
        CAPTURE(size, min_count, memory);
        const Corpus corpus = built(sentences, {.min_count = min_count}, memory);
        REQUIRE((words_of(corpus.vocabulary) == words));
        REQUIRE((sentences_of(corpus) == left));
        REQUIRE(corpus.tokens.on_disk() == (memory == 1));
      }
    }
  }
}

TEST_CASE("a builder and a text with the same tokens make the same ids", "[corpus]") {
  const Sentences sentences = random_sentences(7, 5'000);
  std::string text;
  for (const Sentence& sentence : sentences) {
    for (const std::string& token : sentence) text += token + " ";
    text += "\n";
  }
  const TemporaryFolder folder;
  Observer nobody;
  const VocabularyConfig rules{.min_count = 3, .stop_words_file = folder.write("stop", "w1 w8")};
  const Corpus read = read_corpus({.paths = {folder.write("t", text)}, .vocabulary = rules, .threads = 2}, nobody);
  const Corpus corpus = built(sentences, rules);
  REQUIRE((words_of(corpus.vocabulary) == words_of(read.vocabulary)));
  REQUIRE(std::ranges::equal(corpus.tokens.tokens(), read.tokens.tokens()));
  REQUIRE(corpus.report.stop_words.tokens == read.report.stop_words.tokens);
  REQUIRE(corpus.report.stop_words.tokens > 0);
}

TEST_CASE("sentences end where they are told to, at </s>, and at the end", "[corpus]") {
  CorpusBuilder builder({.min_count = 1});
  builder.end_sentence();
  for (const char* token : {"a", "b", "</s>", "</s>", "c"}) builder.add(token);
  builder.end_sentence();
  builder.end_sentence();
  builder.add("a");
  REQUIRE((sentences_of(std::move(builder).finish()) == Sentences{{"a", "b"}, {"c"}, {"a"}}));
}

TEST_CASE("a token is any bytes but separators", "[corpus]") {
  CorpusBuilder builder({.min_count = 1});
  for (const std::string_view wrong : {std::string_view(""), std::string_view("a b"), std::string_view("\0", 1),
                                       std::string_view("a\n"), std::string_view("\t")}) {
    REQUIRE_THROWS_AS(builder.add(wrong), Error);
  }
  REQUIRE_THROWS_AS(CorpusBuilder().finish(), Error);
  builder.add("\xFF\x01");
  const Corpus corpus = std::move(builder).finish();
  REQUIRE((words_of(corpus.vocabulary) == Words{{"\xFF\x01", 1}}));
}

}  // namespace
}  // namespace w2v::test
