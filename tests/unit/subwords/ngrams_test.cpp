#include "w2v/subwords/ngrams.hpp"

#include <string>
#include <vector>

#include "../catch.hpp"

namespace w2v::test {
namespace {

std::vector<std::string> ngrams_of(std::string_view word, int least, int most) {
  std::vector<std::string> ngrams;
  for_each_ngram(word, {least, most}, [&](std::string_view ngram) { ngrams.emplace_back(ngram); });
  return ngrams;
}

using Texts = std::vector<std::string>;

TEST_CASE("n-grams come in the order of their begin, then of their length", "[subwords]") {
  REQUIRE(ngrams_of("where", 3, 3) == Texts{"<wh", "whe", "her", "ere", "re>"});
  REQUIRE(ngrams_of("ab", 3, 6) == Texts{"<ab", "<ab>", "ab>"});
  REQUIRE(ngrams_of("ana", 2, 3) == Texts{"<a", "<an", "an", "ana", "na", "na>", "a>"});
  REQUIRE(ngrams_of("nana", 2, 2) == Texts{"<n", "na", "an", "na", "a>"});
}

TEST_CASE("a bracket alone is no n-gram", "[subwords]") {
  REQUIRE(ngrams_of("ab", 1, 1) == Texts{"a", "b"});
  REQUIRE(ngrams_of("a", 1, 2) == Texts{"<a", "a", "a>"});
  REQUIRE(ngrams_of("", 1, 2) == Texts{"<>"});
}

TEST_CASE("words that are too short have few n-grams or none", "[subwords]") {
  REQUIRE(ngrams_of("a", 3, 6) == Texts{"<a>"});
  REQUIRE(ngrams_of("a", 4, 6).empty());
  REQUIRE(ngrams_of("", 3, 6).empty());
  REQUIRE(ngrams_of("</s>", 1, 6).empty());
  REQUIRE(ngrams_of("where", 0, 0).empty());
}

TEST_CASE("n-grams count characters of UTF-8, and take any bytes", "[subwords]") {
  REQUIRE(ngrams_of("äß", 3, 3) == Texts{"<äß", "äß>"});
  REQUIRE(ngrams_of("日本", 1, 2) == Texts{"<日", "日", "日本", "本", "本>"});
  REQUIRE(ngrams_of("\x80x", 2, 2) == Texts{"<\x80x", "x>"});  // the lone byte belongs to the bracket
  REQUIRE(ngrams_of("\xFF\xFE", 2, 2) == Texts{"<\xFF", "\xFF\xFE", "\xFE>"});
}

TEST_CASE("the hash is FNV-1a, with the bytes' signs kept", "[subwords]") {
  REQUIRE(ngram_hash("") == 2166136261U);
  REQUIRE(ngram_hash("a") == 0xE40C292CU);  // these two are published test values of FNV-1a
  REQUIRE(ngram_hash("foobar") == 0xBF9CF968U);
  // Worked out by hand: 2166136261 ^ 0xFFFFFFC3 = 0x7EE36206, times 16777619; then ^ 0xFFFFFFA4, times 16777619.
  constexpr std::uint32_t first = 0x7EE36206U * 16777619U;
  REQUIRE(ngram_hash("ä") == (first ^ 0xFFFFFFA4U) * 16777619U);
}

TEST_CASE("lengths are written as they are read", "[subwords]") {
  for (const char* text : {"off", "3-6", "1-100", "4"}) {
    NgramLengths lengths{7, 9};
    REQUIRE(parse(text, lengths));
    REQUIRE(text_of(lengths) == text);
  }
  NgramLengths same;
  REQUIRE(parse("5-5", same));
  REQUIRE(text_of(same) == "5");
  for (const char* text : {"", "0", "0-3", "6-3", "3-", "-3", "3-101", "3-6-7", "three", "3 - 6", " 3"}) {
    CAPTURE(text);
    NgramLengths lengths;
    REQUIRE_FALSE(parse(text, lengths));
  }
}

}  // namespace
}  // namespace w2v::test
