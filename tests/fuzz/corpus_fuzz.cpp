// Text, plain, compressed or in an archive: what the trainer reads must be what a naive split finds.
//
// Input: a byte of choices (memory, threads, whether to count), a byte for the least count, the text.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "w2v/corpus/corpus.hpp"
#include "w2v/io/file_series.hpp"

namespace w2v::fuzz {
namespace {

using Sentence = std::vector<std::string>;

/// The unpacked bytes of the file, or of each in the archive, without a byte-order mark.
std::vector<std::string> texts_of(const std::string& path) {
  std::vector<std::string> texts;
  FileSeries series(path);
  while (const auto source = series.next()) {
    std::string text;
    std::string piece(4096, '\0');
    while (const std::size_t got = source->read_some(piece)) text.append(piece, 0, got);
    texts.push_back(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text);
  }
  return texts;
}

std::vector<Sentence> split(const std::string& text) {
  std::vector<Sentence> sentences(1);
  std::string token;
  for (const char c : text + "\n") {
    const bool blank = c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r' || c == '\0' || c == '\n';
    if (!blank) {
      token += c;
      continue;
    }
    if (!token.empty() && token != "</s>") sentences.back().push_back(token);
    if (token == "</s>" || c == '\n' || c == '\r') sentences.emplace_back();
    token.clear();
  }
  return sentences;
}

void drop_rare(std::vector<Sentence>& sentences, std::uint64_t min_count) {
  std::map<std::string, std::uint64_t> counts;
  for (const Sentence& sentence : sentences) {
    for (const std::string& token : sentence) ++counts[token];
  }
  for (Sentence& sentence : sentences) {
    std::erase_if(sentence, [&](const std::string& token) { return counts[token] < min_count; });
  }
  std::erase_if(sentences, [](const Sentence& sentence) { return sentence.empty(); });
}

std::vector<Sentence> sentences_of(const Corpus& corpus) {
  std::vector<Sentence> sentences;
  bool begins = true;
  for (const TokenId token : corpus.tokens.tokens()) {
    require((token & word_bits) < corpus.vocabulary.size(), "an id is a word's");
    if (begins) sentences.emplace_back();
    sentences.back().emplace_back(corpus.vocabulary.words()[token & word_bits]);
    begins = (token & sentence_end_bit) != 0;
  }
  require(begins, "the last sentence ends");
  return sentences;
}

void check(Input input) {
  const unsigned choices = input.choice();
  const std::uint64_t min_count = 1 + input.choice() % 4;
  const std::string path = Folder::get().write("in", input.rest());
  const CorpusConfig config{.paths = {path},
                            .vocabulary = {.min_count = min_count},
                            .memory = (choices & 1) != 0 ? 8U : 0U,  // bytes: nearly all on disk
                            .threads = (choices & 2) != 0 ? 2 : 1};
  Observer nobody;
  std::vector<Sentence> expected;
  bool utf_16 = false;
  const bool unpacked = accepted([&] {
    for (const std::string& text : texts_of(path)) {
      const std::vector<Sentence> sentences = split(text);
      expected.insert(expected.end(), sentences.begin(), sentences.end());
      utf_16 = utf_16 || text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
    }
  });
  if (unpacked) drop_rare(expected, min_count);
  const bool read = accepted([&] {
    const Corpus corpus = read_corpus(config, nobody);
    require(sentences_of(corpus) == expected, "the sentences are those of a naive split");
    require(corpus.tokens.sentences() == expected.size(), "sentences are counted");
    require(corpus.vocabulary.total() == corpus.tokens.tokens().size(), "counts are those of the tokens");
  });
  require(read == (unpacked && !utf_16 && !expected.empty()), "text with words is read");
  if ((choices & 4) == 0) return;
  const bool counted = accepted([&] { count_corpus(config, nobody); });
  require(counted == read, "what can be read can be counted");
}

}  // namespace
}  // namespace w2v::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  w2v::fuzz::check({data, size});
  return 0;
}
