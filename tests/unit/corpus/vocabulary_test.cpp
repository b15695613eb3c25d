#include "w2v/corpus/vocabulary.hpp"

#include "text_oracle.hpp"

namespace w2v::test {
namespace {

Vocabulary vocabulary_of(const std::string& bytes) {
  const TemporaryFolder folder;
  return read_vocabulary(folder.write("v", bytes));
}

TEST_CASE("a vocabulary file is read in any order and form of lines", "[corpus]") {
  const Words expected{{"the", 9}, {"a", 5}, {"b", 5}, {"\xFF", 1}};
  for (const std::string& bytes :
       {"the 9\na 5\nb 5\n\xFF 1\n"s, "b 5\n\xFF 1\nthe 9\na 5"s, "</s> 77\nthe 9\r\n\nb\t5\r\na 5 \n\xFF 1"s}) {
    REQUIRE(words_of(vocabulary_of(bytes)) == expected);
  }
  REQUIRE(vocabulary_of("the 9\na 5\n").total() == 14);
}

TEST_CASE("counts have 64 bits", "[corpus]") {
  const Vocabulary vocabulary = vocabulary_of("a 3000000000\nb 5000000000\nc 18446744065709551615\n");
  REQUIRE(words_of(vocabulary) == Words{{"c", 18446744065709551615U}, {"b", 5000000000}, {"a", 3000000000}});
  REQUIRE(vocabulary_of("a 3000000000\nb 5000000000\n").total() == 8000000000);
}

TEST_CASE("a broken vocabulary file is told with its line", "[corpus]") {
  const auto [bytes, message] = GENERATE(table<std::string, std::string>({
      {"", "/v: no words: expected lines of the form 'word count'"},
      {"\n \n", "/v: no words: expected lines of the form 'word count'"},
      {"</s> 5\n", "/v: no words: expected lines of the form 'word count'"},
      {"a 5\n\nb\n", "/v:3: not a line of a vocabulary: expected 'word count', found 'b'"},
      {"a 5\nb 0\n", "/v:2: wrong count: expected a whole number from 1, found '0'"},
      {"a 5\nb -3\n", "/v:2: wrong count: expected a whole number from 1, found '-3'"},
      {"a 5\nb 1.5\n", "/v:2: wrong count: expected a whole number from 1, found '1.5'"},
      {"a 5\nb 18446744073709551616\n",
       "/v:2: wrong count: expected a whole number from 1, found '18446744073709551616'"},
      {"a b 5\n", "/v:1: wrong word: expected one without blanks, found 'a b'"},
      {" 5\n", "/v:1: wrong word: expected one without blanks, found ''"},
      {"a 5\nb 7\nc 1\na 2\n", "/v:4: word of line 1 again: expected every word once, found 'a'"},
  }));
  CAPTURE(bytes);
  const std::string text = bytes;
  REQUIRE_THAT(message_of([&] { vocabulary_of(text); }), Catch::Matchers::EndsWith(message));
}

TEST_CASE("a vocabulary survives being written and read", "[corpus]") {
  const TemporaryFolder folder;
  const Vocabulary vocabulary = corpus_of("b b a a a \xFF\xC3 z z <x> \xC2\xA0\n").vocabulary;
  write_vocabulary(vocabulary, AtomicFile(folder.path("v")));
  REQUIRE(folder.read("v") == "a 3\nb 2\nz 2\n<x> 1\n\xC2\xA0 1\n\xFF\xC3 1\n");
  REQUIRE(words_of(read_vocabulary(folder.path("v"))) == words_of(vocabulary));
}

}  // namespace
}  // namespace w2v::test
