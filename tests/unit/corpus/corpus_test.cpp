#include "w2v/corpus/corpus.hpp"

#include <sys/resource.h>

#include <csignal>
#include <cstdlib>

#include "../packed.hpp"
#include "text_oracle.hpp"

namespace w2v::test {
namespace {

/// Lines of rare and frequent words, some empty, some with sentence ends inside.
std::string random_text(std::uint32_t seed, std::size_t lines, std::size_t words = 40) {
  std::mt19937 random(seed);
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) {
    for (std::size_t j = random() % 12; j > 0; --j) {
      const std::size_t word = std::min(random() % words, random() % words);
      text += random() % 25 == 0 ? "</s> " : "w" + std::to_string(word * word) + (random() % 9 == 0 ? "\t " : " ");
      if (random() % 60 == 0) text += "rare" + std::to_string(random() % 30) + " ";
    }
    text += random() % 5 == 0 ? "\r\n" : "\n";
  }
  return text;
}

Corpus read(const CorpusConfig& config) {
  Observer nobody;
  return read_corpus(config, nobody);
}

std::vector<TokenId> ids_of(const Corpus& corpus) {
  return {corpus.tokens.tokens().begin(), corpus.tokens.tokens().end()};
}

TEST_CASE("a text is read as the second opinion reads it, dropped words leaving no trace", "[corpus]") {
  const TemporaryFolder folder;
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    std::string text = random_text(seed, 200);
    if (seed % 2 == 0) text.pop_back();  // no final newline
    const Sentences sentences = sentences_of(text);
    folder.write("t", text);
    for (const std::uint64_t min_count : {1, 2, 5, 20}) {
      auto counts = counts_of(sentences);
      std::erase_if(counts, [&](const auto& word) { return word.second < min_count; });
      const Words words = sorted(counts);
      const Sentences left = left_of(sentences, words);
      for (const std::uint64_t memory : {0, 1}) {
        CAPTURE(seed, min_count, memory);
        const Corpus corpus =
            read({.paths = {folder.path("t")}, .vocabulary = {.min_count = min_count}, .memory = memory, .threads = 2});
        REQUIRE(words_of(corpus.vocabulary) == words);
        REQUIRE(sentences_of(corpus) == left);
        REQUIRE(corpus.tokens.sentences() == left.size());
        REQUIRE(corpus.tokens.on_disk() == (memory == 1));
      }
    }
  }
}

TEST_CASE("threads, memory, files and compression change nothing", "[corpus]") {
  const TemporaryFolder folder;
  const std::string text = random_text(5, 100'000, 300);  // several blocks
  REQUIRE(text.size() > 2'500'000);
  const std::string whole = folder.write("whole", text);
  const VocabularyConfig rules{.min_count = 30};
  const Corpus expected = read({.paths = {whole}, .vocabulary = rules, .threads = 1});
  Words words = sorted(counts_of(sentences_of(text)));
  std::erase_if(words, [](const auto& word) { return word.second < 30; });
  REQUIRE(words_of(expected.vocabulary) == words);
  REQUIRE((sentences_of(expected) == left_of(sentences_of(text), words)));

  // In three files, cut behind a line; the last but one is empty.
  std::filesystem::create_directory(folder.path("parts"));
  const std::size_t first = text.find('\n', text.size() / 3) + 1;
  const std::size_t second = text.find('\n', text.size() / 2) + 1;
  folder.write("parts/1", text.substr(0, first));
  folder.write("parts/2", text.substr(first, second - first - 1));  // the file's end ends the sentence
  folder.write("parts/3", "");
  folder.write("parts/4", text.substr(second));
  folder.write("packed", gzip(text));
  for (const char* path : {"whole", "parts", "packed"}) {
    for (const int threads : {1, 2, 3, 5}) {
      for (const std::uint64_t memory : {0, 1, 1'500'000}) {
        if (memory != 1 && threads % 2 == 1 && path != "whole"s) continue;
        CAPTURE(path, threads, memory);
        const Corpus corpus =
            read({.paths = {folder.path(path)}, .vocabulary = rules, .memory = memory, .threads = threads});
        REQUIRE((words_of(corpus.vocabulary) == words));
        REQUIRE((ids_of(corpus) == ids_of(expected)));
        REQUIRE(corpus.tokens.on_disk() == (memory > 0));
        REQUIRE(corpus.tokens.chunks() == expected.tokens.chunks());
      }
    }
  }
  Observer nobody;
  for (const int threads : {1, 3}) {
    const CountedCorpus counted = count_corpus({.paths = {whole}, .vocabulary = rules, .threads = threads}, nobody);
    REQUIRE((words_of(counted.vocabulary) == words));
    REQUIRE(counted.report.read.tokens == expected.report.read.tokens);
    REQUIRE(counted.report.kept.tokens == expected.tokens.tokens().size());
  }
}

TEST_CASE("the end of a file ends the sentence, the last newline changes nothing", "[corpus]") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a", "a b\nc d");
  const std::string b = folder.write("b", "e f");
  REQUIRE(sentences_of(read({.paths = {a, b}, .vocabulary = {.min_count = 1}})) ==
          Sentences{{"a", "b"}, {"c", "d"}, {"e", "f"}});
  REQUIRE(ids_of(corpus_of("a b\nc d")) == ids_of(corpus_of("a b\nc d\n")));
  REQUIRE(ids_of(corpus_of("\xEF\xBB\xBF"
                           "a b\r\nc d\r\n")) == ids_of(corpus_of("a b\nc d")));
}

TEST_CASE("sentences that end at the border of two blocks of the text end there", "[corpus]") {
  const TemporaryFolder folder;
  for (const std::string tail :
       {"a b rare\nb a\na b", "a b\n\nrare a b\n", "a </s> rare </s> a b\nb", "a rare b\r\nrare\nb"}) {
    auto counts = counts_of(sentences_of(tail));
    counts.erase("rare");
    const Sentences expected = left_of(sentences_of(tail), sorted(counts));
    for (std::size_t shift = 0; shift <= 20; ++shift) {
      // Blocks are 1 MiB. One long word fills the first, so that the border moves through the tail.
      const std::string filler((1 << 20) - shift, 'x');
      const Corpus corpus =
          read({.paths = {folder.write("t", filler + " " + tail)},
                .vocabulary = {.min_count = 1, .stop_words_file = folder.write("stop", "rare " + filler)},
                .threads = 2});
      CAPTURE(tail, shift);
      REQUIRE(words_of(corpus.vocabulary) == sorted(counts));
      REQUIRE(sentences_of(corpus) == expected);
    }
  }
}

TEST_CASE("chunks tile the stream and end with a sentence, unless that is longer than a chunk", "[corpus]") {
  std::mt19937 random(2);
  std::string text;
  for (int i = 0; i < 300; ++i) {
    for (std::size_t length = i == 150 ? 45'000 : 1 + random() % 1500; length > 0; --length)
      text += "abcdefgh"[random() % 8] + " "s;
    text += '\n';
  }
  const Corpus corpus = corpus_of(text);
  std::uint64_t place = 0;
  int without_end = 0;
  for (std::size_t i = 0; i < corpus.tokens.chunks(); ++i) {
    const auto chunk = corpus.tokens.chunk(i);
    REQUIRE(corpus.tokens.chunk_begin(i) == place);
    REQUIRE(chunk.data() == corpus.tokens.tokens().data() + place);
    REQUIRE(!chunk.empty());
    if (i + 1 < corpus.tokens.chunks()) REQUIRE(chunk.size() >= 10'000);
    REQUIRE(chunk.size() <= 20'000);
    place += chunk.size();
    if ((chunk.back() & sentence_end_bit) == 0) {
      ++without_end;
      REQUIRE(chunk.size() == 10'000);
      const auto longest =
          std::find_if(chunk.begin() + 9'999, chunk.end(), [](TokenId t) { return (t & sentence_end_bit) != 0; });
      REQUIRE(longest == chunk.end());
    }
  }
  REQUIRE(place == corpus.tokens.tokens().size());
  REQUIRE((without_end >= 2 && without_end <= 4));  // of the one sentence of 45,000
}

TEST_CASE("exactly the most frequent words are kept, ties by their bytes", "[corpus]") {
  const std::string text = random_text(8, 500);
  const Words all = sorted(counts_of(sentences_of(text)));
  for (const std::size_t most : {1UL, 2UL, 10UL, all.size() - 1, all.size(), all.size() + 5}) {
    CAPTURE(most);
    const Words expected(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size())));
    const Corpus corpus = corpus_of(text, {.min_count = 1, .max_words = most});
    REQUIRE(words_of(corpus.vocabulary) == expected);
    REQUIRE(sentences_of(corpus) == left_of(sentences_of(text), expected));
  }
  REQUIRE(words_of(corpus_of("c b a d d", {.min_count = 1, .max_words = 3}).vocabulary) ==
          Words{{"d", 2}, {"a", 1}, {"b", 1}});
}

TEST_CASE("stop words go, words to keep stay and take their places first", "[corpus]") {
  const TemporaryFolder folder;
  const std::string stop = folder.write("stop", "\xEF\xBB\xBFthe of\nunseen\r\nof\n");
  const std::string keep = folder.write("keep", "zebra\tnever");
  const std::string text = "the cat of the mat\nzebra the cat cat mat of\nrare\n";
  const auto words = [&](const VocabularyConfig& rules) { return words_of(corpus_of(text, rules).vocabulary); };
  REQUIRE(words({.min_count = 2, .stop_words_file = stop}) == Words{{"cat", 3}, {"mat", 2}});
  REQUIRE(words({.min_count = 2, .stop_words_file = stop, .keep_words_file = keep}) ==
          Words{{"cat", 3}, {"mat", 2}, {"zebra", 1}});
  REQUIRE(words({.min_count = 1, .max_words = 2, .keep_words_file = keep}) == Words{{"cat", 3}, {"zebra", 1}});
  REQUIRE(words({.min_count = 3, .max_words = 1, .keep_words_file = keep}) == Words{{"zebra", 1}});
  REQUIRE(sentences_of(corpus_of(text, {.min_count = 2, .stop_words_file = stop, .keep_words_file = keep})) ==
          Sentences{{"cat", "mat"}, {"zebra", "cat", "cat", "mat"}});
  REQUIRE_THAT(message_of([&] { corpus_of(text, {.stop_words_file = stop, .keep_words_file = stop}); }),
               contains("'the' is a stop word in "));
  REQUIRE_THROWS_AS(corpus_of(text, {.stop_words_file = stop, .keep_words_file = stop}), UsageError);
  REQUIRE_THAT(message_of([&] { corpus_of(text, {.stop_words_file = folder.path("none")}); }),
               contains("none: cannot open"));
}

TEST_CASE("a vocabulary file says words and counts, by the same rules as a text", "[corpus]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("v", "</s> 1\nb 5000000000\na 7\nd 3\nunseen 4\n");
  const std::string text = "a b c a\nc\nd b </s> d e\n";
  const Corpus corpus = corpus_of(text, {.min_count = 1, .vocabulary_file = file});
  REQUIRE(words_of(corpus.vocabulary) == Words{{"b", 5000000000}, {"a", 7}, {"unseen", 4}, {"d", 3}});
  REQUIRE(sentences_of(corpus) == Sentences{{"a", "b", "a"}, {"d", "b"}, {"d"}});
  REQUIRE(corpus.report.not_in_file.types == 2);
  REQUIRE(corpus.report.not_in_file.tokens == 3);
  const Corpus fewer = corpus_of(text, {.min_count = 4, .max_words = 2, .vocabulary_file = file});
  REQUIRE(words_of(fewer.vocabulary) == Words{{"b", 5000000000}, {"a", 7}});
  REQUIRE(fewer.report.below_min_count.types == 1);  // d
  REQUIRE_THAT(message_of([&] { corpus_of("x y", {.vocabulary_file = file}); }),
               contains("none of the 2 tokens of the corpus is a word of "));
}

TEST_CASE("the report's numbers add up and are those of the text", "[corpus]") {
  const TemporaryFolder folder;
  const std::string stop = folder.write("stop", "w0 w1 rare3");
  const std::string text = random_text(4, 400);
  const auto counts = counts_of(sentences_of(text));
  const Corpus corpus = corpus_of(text, {.min_count = 6, .max_words = 12, .stop_words_file = stop});
  const VocabularyReport& report = corpus.report;
  TokenCount read, rare, stopped;
  std::uint64_t highest = 0;
  for (const auto& [word, count] : counts) {
    const bool stops = word == "w0" || word == "w1" || word == "rare3";
    for (TokenCount* sum : {&read, stops ? &stopped : nullptr, !stops && count < 6 ? &rare : nullptr}) {
      if (sum == nullptr) continue;
      ++sum->types;
      sum->tokens += count;
    }
    highest = std::max(highest, count);
  }
  const auto same = [](const TokenCount& a, const TokenCount& b) { return a.types == b.types && a.tokens == b.tokens; };
  REQUIRE(same(report.read, read));
  REQUIRE(same(report.stop_words, stopped));
  REQUIRE(same(report.below_min_count, rare));
  REQUIRE(report.kept.types == 12);
  REQUIRE(report.kept.tokens == corpus.tokens.tokens().size());
  REQUIRE(report.kept.tokens == corpus.vocabulary.total());
  REQUIRE(report.highest_count == highest);
  REQUIRE(report.not_in_file.types == 0);
  REQUIRE(report.kept.types + report.stop_words.types + report.below_min_count.types + report.beyond_max_words.types ==
          read.types);
  REQUIRE(report.kept.tokens + report.stop_words.tokens + report.below_min_count.tokens +
              report.beyond_max_words.tokens ==
          read.tokens);
}

TEST_CASE("a text without a token, and one without a word that is kept, are different errors", "[corpus]") {
  for (const std::string& text : {""s, " \n\t\r\n\0 "s, "</s>\n</s>"s, "\xEF\xBB\xBF"s}) {
    for (const std::uint64_t memory : {0, 1}) {
      const TemporaryFolder folder;
      const CorpusConfig config{.paths = {folder.write("t", text)}, .vocabulary = {}, .memory = memory, .threads = 2};
      REQUIRE(message_of([&] { read(config); }) == "the corpus is empty: expected text, found no token in it");
    }
  }
  REQUIRE(message_of([] { corpus_of("a b a\n", {.min_count = 5}); }) ==
          "no word is left of the 3 tokens (2 different, the most frequent seen 2 times): lower --min-count, "
          "which is 5");
}

/// Sets an environment variable for a time.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Environment() { before_.empty() ? unsetenv(name_) : setenv(name_, before_.c_str(), 1); }

 private:
  const char* name_;
  std::string before_;
};

TEST_CASE("ids go to a temporary file in TMPDIR that leaves nothing behind; a folder that is not there is told",
          "[corpus]") {
  const TemporaryFolder folder;
  const CorpusConfig config{
      .paths = {folder.write("t", "a b a\n")}, .vocabulary = {.min_count = 1}, .memory = 1, .threads = 2};
  {
    const Environment environment("TMPDIR", folder.path(""));
    REQUIRE(read(config).tokens.on_disk());
    REQUIRE(folder.files() == 1);
  }
  const Environment environment("TMPDIR", folder.path("none"));
  REQUIRE(message_of([&] { read(config); }) ==
          "temporary file in " + folder.path("none") + ": cannot create: No such file or directory");
}

TEST_CASE("a full temporary folder is told, with what to do, at any number of threads", "[corpus]") {
  const TemporaryFolder folder;
  const std::string path = folder.write("t", random_text(1, 100'000));
  const Environment environment("TMPDIR", folder.path(""));
  auto* const before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &limit) == 0);
  std::vector<std::string> messages;
  const rlimit small{100'000, limit.rlim_max};  // stands for a small disk
  setrlimit(RLIMIT_FSIZE, &small);
  for (const int threads : {1, 2, 5}) {
    messages.push_back(message_of([&] { read({.paths = {path}, .vocabulary = {}, .memory = 1, .threads = threads}); }));
  }
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);
  for (const std::string& message : messages) {
    REQUIRE_THAT(message, Catch::Matchers::StartsWith("temporary file in " + folder.path("") + ": cannot write: "));
    REQUIRE_THAT(message, contains("raise --memory or name another folder in TMPDIR"));
  }
  REQUIRE(folder.files() == 1);
}

}  // namespace
}  // namespace w2v::test
