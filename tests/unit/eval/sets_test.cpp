#include <cmath>

#include "../support.hpp"
#include "w2v/eval/eval_set.hpp"

namespace w2v::test {
namespace {

/// The questions of a set as text: "section: a b c d, ...".
std::string told(const AnalogySet& set) {
  std::string text;
  for (const AnalogySection& section : set.sections) {
    text += "[" + section.name + (section.syntactic() ? "*]" : "]");
    for (const auto& [a, b, c, d] : section.questions) {
      for (const std::uint32_t word : {a, b, c, d}) text += " " + std::string(set.words.words()[word]);
      text += ";";
    }
  }
  return text;
}

std::string told(const SimilaritySet& set) {
  std::string text;
  for (const auto& [first, second, score] : set.pairs) {
    text += std::string(set.words.words()[first]) + "|" + std::string(set.words.words()[second]) + "|" +
            std::to_string(score) + ";";
  }
  return text;
}

class Sets {
 public:
  /// The set that a file with this content is, as text.
  std::string read(std::string_view content) {
    return std::visit([](const auto& set) { return told(set); }, read_eval_set(folder_.write("set", content)));
  }
  /// What is said of it, without the folder.
  std::string fault(std::string_view content) {
    const std::string message = message_of([&] { read(content); });
    return message.substr(std::min(message.size(), folder_.path("").size()));
  }

 private:
  TemporaryFolder folder_;
};

TEST_CASE("analogies: sections, any blanks, line ends, a byte order mark, questions before a section", "[eval]") {
  Sets sets;
  REQUIRE(sets.read(": capitals\na b c d\n: gram1-x\ne f g h\n") == "[capitals] a b c d;[gram1-x*] e f g h;");
  REQUIRE(sets.read("\xEF\xBB\xBF  a\tb \v c  d \r\n\r\n:Gram y z\r\na a a a") == "[] a b c d;[Gram y z*] a a a a;");
  REQUIRE(sets.read(": empty\n: all\nA b C \xFF\xFE\n") == "[empty][all] A b C \xFF\xFE;");
}

TEST_CASE("analogies: lines that begin with # are comments", "[eval]") {
  Sets sets;
  REQUIRE(sets.read("# of\n: x\n#\na b c d\n # e f g h\n") == "[x] a b c d;");
}

TEST_CASE("similarities: the score is in any column behind the words", "[eval]") {
  TemporaryFolder folder;
  const auto read = [&](std::string_view content, std::size_t column) {
    return told(std::get<SimilaritySet>(read_eval_set(folder.write("set", content), {column})));
  };
  REQUIRE(read("w1\tw2\tPOS\tscore\tx\na\tb\tN\t1.5\t7\nc\td\tV\t-2\n", 4) == "a|b|1.500000;c|d|-2.000000;");
  REQUIRE(read("a b 1 2 3\n", 3) == "a|b|1.000000;");
  REQUIRE(read("a b 1 2 3\n", 5) == "a|b|3.000000;");
  REQUIRE_THROWS_AS(read("a b 1 2 3\na b c d\n", 5), Error);
}

TEST_CASE("what is no analogy is refused with its line", "[eval]") {
  Sets sets;
  REQUIRE(sets.fault(": x\na b c d\na b c\n") ==
          "set:3: no analogy: expected four words or ': section', found 3 words: 'a b c'");
  REQUIRE(sets.fault("a b c d\n\na b c d e\n") ==
          "set:3: no analogy: expected four words or ': section', found 5 words: 'a b c d e'");
  REQUIRE(sets.fault("a b c d\nx\x01\n") ==
          "set:2: no analogy: expected four words or ': section', found 1 word: 'x\\x01'");
  REQUIRE(sets.fault(": \n") == "set:1: section without a name: expected ': name': ': '");
  REQUIRE(sets.fault(": x\n") == "set: no question in it: expected lines of four words");
}

TEST_CASE("similarities: tabs, commas or blanks, heading, comments", "[eval]") {
  Sets sets;
  const std::string pairs = "a|b|1.500000;c|d|-2.000000;";
  REQUIRE(sets.read("a\tb\t1.5\nc\td\t-2\n") == pairs);
  REQUIRE(sets.read("a,b,1.5\r\nc , d,\t-2\r\n") == pairs);
  REQUIRE(sets.read("  a b   1.5\nc\td -2.0e0\n") == pairs);
  REQUIRE(sets.read("# of\n\nWord 1,Word 2,Human (mean)\n# more\na,b,+1.5\nc,d,-2") == pairs);
  REQUIRE(sets.read("Word\tOther word\tScore\na\tb\t1.5\nc\td\t-2") == pairs);
  REQUIRE(sets.read("# four words of comment\na b 1.5\nc d -2") == pairs);
  REQUIRE(sets.read("New York\tBig Apple, the\t9") == "New York|Big Apple, the|9.000000;");
  REQUIRE(sets.read("\xFF\t\xFE\t1") == "\xFF|\xFE|1.000000;");
}

TEST_CASE("what is no similarity is refused with its line", "[eval]") {
  Sets sets;
  REQUIRE(sets.fault("a\tb\t1\nc d 2\n") ==
          "set:2: no pair: expected two words and a number, tabs between them, found 1 field: 'c d 2'");
  REQUIRE(sets.fault("a,b,1\nc,,2\n") ==
          "set:2: no pair: expected two words and a number, commas between them: 'c,,2'");
  REQUIRE(sets.fault("a b 1\n# c\nc d 2 3\n") ==
          "set:3: no pair: expected two words and a number, found 4 fields: 'c d 2 3'");
  for (const char* number : {"nan", "inf", "1e999", "0x1", "1,5", "1.5x", "--1"}) {
    REQUIRE_THAT(sets.fault("a b 1\nc d "s + number), contains("set:2: no pair"));
  }
}

TEST_CASE("a section may be named like a pair, and a colon may be rated", "[eval]") {
  Sets sets;
  REQUIRE(sets.read(": part 1\na b c d\n") == sets.read(":part 1\na b c d\n"));
  REQUIRE(sets.read(":\tcolon\t9\n") == ":|colon|9.000000;");
  REQUIRE(sets.read(":,colon,9\n") == ":|colon|9.000000;");
}

TEST_CASE("what is neither is refused", "[eval]") {
  Sets sets;
  REQUIRE_THAT(
      sets.fault("a b\n"),
      contains("set:1: no question: expected ': section', four words, or two words and a number, found 2 fields: "
               "'a b'"));
  REQUIRE_THAT(sets.fault("a b n 1 2\n"), contains("found 5 fields (--score-column N"));
  REQUIRE_THAT(sets.fault("a b c\nd e f\n"), contains("set:2: no question"));
  REQUIRE_THAT(sets.fault("a b c\n"), contains("set: no question in it"));
  REQUIRE_THAT(sets.fault(""), contains("set: no question in it"));
  REQUIRE_THAT(sets.fault("# a b c d\n\n"), contains("set: no question in it"));
  REQUIRE_THAT(message_of([] { read_eval_set("/nowhere/set"); }), contains("/nowhere/set"));
}

TEST_CASE("similarities are scored by the cosines of the pairs that are known", "[eval]") {
  WordSet words;
  Matrix<float> rows(5, 2, "a test");
  const std::vector<std::pair<const char*, std::array<float, 2>>> all{
      {"Sun", {1, 0}}, {"sun", {0, 1}}, {"moon", {3e38F, 3e38F}}, {"dark", {-1e-30F, 0}}, {"none", {0, 0}}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    words.add(all[i].first);
    std::ranges::copy(all[i].second, rows.row(i));
  }
  const WordVectors vectors(std::move(words), std::move(rows));
  SetLines file{"set", {"sun moon 9", "SUN none 5", "sun dark 7", "sun unknown 3", "moon moon 10"}};
  // Cosines: 0.71, 0, -1, 1; by case sun is another row and SUN is unknown.
  const SimilarityScore folded = score_similarities(parse_similarities(file), Embedding(vectors));
  REQUIRE(folded.pairs == 5);
  REQUIRE(folded.known == 4);
  REQUIRE(folded.spearman == Approx(0.8));  // ranks 3 1 2 4 and 3 2 1 4
  REQUIRE(folded.pearson ==
          Approx(pearson(std::vector{9.0, 5.0, 7.0, 10.0}, std::vector{std::sqrt(0.5), 0.0, -1.0, 1.0})));
  REQUIRE(folded.interval.low == Approx(spearman_interval(0.8, 4).low));

  const SimilarityScore cased = score_similarities(parse_similarities(file), Embedding(vectors), true);
  REQUIRE(cased.known == 3);
  REQUIRE(cased.spearman == Approx(1));  // 9, 7, 10 and 0.71, 0, 1
}

}  // namespace
}  // namespace w2v::test
