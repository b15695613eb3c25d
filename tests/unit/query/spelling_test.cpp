#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "../catch.hpp"
#include "w2v/query/spelling.hpp"

namespace w2v::test {
namespace {

using Words = std::vector<std::string>;

Words near(const Words& words, const std::string& word, std::size_t most = 3) {
  WordSet set;
  for (const std::string& each : words) set.add(each);
  const WordVectors vectors(std::move(set), Matrix<float>(words.size(), 1, "a test"));
  Words found;
  for (const std::uint32_t position : near_spellings(vectors, word, most)) found.emplace_back(vectors.word(position));
  return found;
}

TEST_CASE("one or two edits, nearest first, then by the vocabulary", "[query]") {
  const Words words{"thing", "kind", "ring", "king", "sing", "kingdom", "kign", "queen"};
  REQUIRE(near(words, "kin", 9) == Words{"kind", "king", "kign", "ring", "sing"});
  REQUIRE(near(words, "kingg") == Words{"king", "kind", "ring"});
  REQUIRE(near(words, "qeuen") == Words{"queen"});  // a swap is one
  REQUIRE(near(words, "zzzzz").empty());
  REQUIRE(near(words, "").empty());
  REQUIRE(near(words, "kin", 0).empty());
}

TEST_CASE("the same letters in another case are nearest of all", "[query]") {
  REQUIRE(near({"pariz", "Paris", "PARIS", "paris"}, "paris", 2) == Words{"Paris", "PARIS"});
  REQUIRE(near({"übel", "ÜBER"}, "über") == Words{"ÜBER", "übel"});
  REQUIRE(near({"МОСКВА", "Ёлка"}, "москва") == Words{"МОСКВА"});
  REQUIRE(near({"ΑΘΗΝΑ"}, "αθηνα") == Words{"ΑΘΗΝΑ"});
}

TEST_CASE("characters count, not bytes, and stray bytes are characters", "[query]") {
  REQUIRE(near({"日本語"}, "日本人") == Words{"日本語"});
  REQUIRE(near({"naïve"}, "naive") == Words{"naïve"});
  REQUIRE(near({"a\x80"
                "bc"},
               "abc") == Words{"a\x80"
                               "bc"});
  REQUIRE(near({"abc\xFF"}, "abc\xC3") == Words{"abc\xFF"});
}

TEST_CASE("words with nothing in common are no suggestions", "[query]") {
  REQUIRE(near({"a", "it", "I"}, "xy").empty());
  REQUIRE(near({"it", "to", "of"}, "at") == Words{"it"});
}

/// Every string that one edit makes of a word, letters a to c.
std::vector<std::string> edits(const std::string& word) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i <= word.size(); ++i) {
    for (const char c : {'a', 'b', 'c'}) {
      all.push_back(word.substr(0, i) + c + word.substr(i));
      if (i < word.size()) all.push_back(word.substr(0, i) + c + word.substr(i + 1));
    }
    if (i < word.size()) all.push_back(word.substr(0, i) + word.substr(i + 1));
    if (i + 1 < word.size()) all.push_back(word.substr(0, i) + word[i + 1] + word[i] + word.substr(i + 2));
  }
  return all;
}

TEST_CASE("all words within one edit, and none beyond two, are found", "[query]") {
  std::mt19937 random(7);
  for (int round = 0; round < 30; ++round) {
    std::string word;
    for (int i = 0; i < 6; ++i) word += static_cast<char>('a' + random() % 3);
    std::map<std::string, int> distance;
    for (const std::string& once : edits(word)) {
      for (const std::string& twice : edits(once)) distance.try_emplace(twice, 2);
    }
    for (const std::string& once : edits(word)) distance[once] = 1;
    distance.erase(word);
    Words words;
    for (const auto& [each, edits_away] : distance) words.push_back(each);
    for (const std::string& far : {word + "xyz", "xyz" + word, word.substr(3)}) words.push_back(far);
    const Words found = near(words, word, 1000000);
    for (std::size_t i = 0; i < found.size(); ++i) {
      CAPTURE(word, found[i]);
      REQUIRE(distance.contains(found[i]));
      if (i > 0) REQUIRE(distance[found[i - 1]] <= distance[found[i]]);
    }
    for (const auto& [each, edits_away] : distance) {
      CAPTURE(word, each);
      if (edits_away == 1) REQUIRE(std::ranges::find(found, each) != found.end());
    }
  }
}

}  // namespace
}  // namespace w2v::test
