#include "w2v/eval/analogy_score.hpp"

#include <cmath>
#include <random>

#include "../simd/step_oracle.hpp"
#include "w2v/eval/eval_set.hpp"

namespace w2v::test {
namespace {

struct Word {
  std::string name;
  std::vector<float> row;
};

WordVectors make(const std::vector<Word>& words) {
  WordSet names;
  Matrix<float> rows(words.size(), words.at(0).row.size(), "a test");
  for (std::size_t i = 0; i < words.size(); ++i) {
    REQUIRE(names.add(words[i].name));
    std::ranges::copy(words[i].row, rows.row(i));
  }
  return {std::move(names), std::move(rows)};
}

std::vector<Word> random_words(std::size_t count, std::size_t dim, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<Word> words(count);
  for (std::size_t i = 0; i < count; ++i) {
    words[i].name = "w" + std::to_string(i);
    for (std::size_t k = 0; k < dim; ++k) words[i].row.push_back(normal(random));
  }
  return words;
}

// The oracle: the definition in long double, over rows by their places.

long double cosine(const Word& a, const Word& b) {
  long double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.row.size(); ++i) {
    ab += static_cast<long double>(a.row[i]) * b.row[i];
    aa += static_cast<long double>(a.row[i]) * a.row[i];
    bb += static_cast<long double>(b.row[i]) * b.row[i];
  }
  return aa == 0 || bb == 0 ? 0 : ab / std::sqrt(aa) / std::sqrt(bb);
}

std::size_t best(const std::vector<Word>& words, std::array<std::size_t, 3> abc, bool mul, bool inputs,
                 std::size_t top) {
  std::size_t place = top;
  long double highest = -1e30L;
  for (std::size_t x = 0; x < std::min(top, words.size()); ++x) {
    if (!inputs && (x == abc[0] || x == abc[1] || x == abc[2])) continue;
    const long double a = cosine(words[abc[0]], words[x]), b = cosine(words[abc[1]], words[x]),
                      c = cosine(words[abc[2]], words[x]);
    const long double score = mul ? (b + 1) / 2 * (c + 1) / 2 / ((a + 1) / 2 + 0.001L) : b - a + c;
    if (score > highest) {
      highest = score;
      place = x;
    }
  }
  return place;
}

using Question = std::array<std::size_t, 4>;

/// Questions a section each, so that the score tells of every one.
AnalogySet set_of(const std::vector<Word>& words, const std::vector<Question>& questions) {
  SetLines file{"set", {}};
  for (const auto& [a, b, c, d] : questions) {
    file.lines.push_back(": s");
    file.lines.push_back(words[a].name + " " + words[b].name + " " + words[c].name + " " + words[d].name);
  }
  return parse_analogies(file);
}

void require_as_defined(const std::vector<Word>& words, const std::vector<Question>& questions,
                        AnalogyScoring options = {}) {
  const WordVectors vectors = make(words);
  const AnalogyScore score = score_analogies(set_of(words, questions), Embedding(vectors), options);
  const std::size_t top = options.top == 0 ? words.size() : options.top;
  REQUIRE(score.sections.size() == questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const std::size_t a = questions[i][0], b = questions[i][1], c = questions[i][2], d = questions[i][3];
    const AnalogyTally& tally = score.sections[i];
    CAPTURE(a, b, c, d, top);
    REQUIRE(tally.asked == 1);
    const bool known = std::max({a, b, c, d}) < top;
    REQUIRE(tally.answered == (known ? 1 : 0));
    const auto right = [&](bool mul, bool inputs) {
      return known && best(words, {a, b, c}, mul, inputs, top) == d ? 1U : 0U;
    };
    REQUIRE(tally.add.right == right(false, false));
    REQUIRE(tally.mul.right == right(true, false));
    REQUIRE(tally.add.right_with_inputs == right(false, true));
    REQUIRE(tally.mul.right_with_inputs == right(true, true));
  }
}

/// Questions about random words; the fourth is the right one by some method, or the next best guess.
std::vector<Question> random_questions(const std::vector<Word>& words, std::size_t count, std::size_t top,
                                       unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Question> questions;
  for (std::size_t i = 0; i < count; ++i) {
    const std::array<std::size_t, 3> abc{random() % words.size(), random() % words.size(), random() % words.size()};
    const std::size_t d = i % 5 == 4 ? random() % words.size() : best(words, abc, i % 2 == 1, i % 3 == 2, top);
    questions.push_back({abc[0], abc[1], abc[2], d});
  }
  return questions;
}

TEST_CASE("analogies are right where a search in long double says so, by either method, with and without inputs",
          "[eval]") {
  const BestTargetAgain again;
  for (const std::size_t dim : {1, 2, 7, 33}) {
    const std::vector<Word> words = random_words(700, dim, static_cast<unsigned>(dim));
    const std::vector<Question> questions = random_questions(words, 60, words.size(), 5);
    for (const std::string& target : simd::available_targets()) {
      simd::use_target(target);
      // One dimension has cosines of 1 and -1 only: the row that stands first wins.
      require_as_defined(words, questions, {.top = 0});
    }
  }
}

TEST_CASE("only the first rows are asked about and may answer", "[eval]") {
  const std::vector<Word> words = random_words(300, 5, 1);
  for (const std::size_t top : {1, 63, 64, 65, 150, 299, 300}) {
    require_as_defined(words, random_questions(words, 60, top, 2), {.top = top});
  }
  const WordVectors vectors = make(words);
  const AnalogySet set = set_of(words, {{0, 1, 2, 3}});
  REQUIRE(score_analogies(set, Embedding(vectors), {.top = 64}).rows == 64);
  REQUIRE(score_analogies(set, Embedding(vectors)).rows == 300);
  REQUIRE(score_analogies(set, Embedding(vectors), {.top = 0}).rows == 300);
}

TEST_CASE("rows of zeros, equal rows, nearly equal rows, and rows whose squares leave the range of float", "[eval]") {
  std::vector<Word> words = random_words(400, 6, 3);
  for (std::size_t i = 0; i < 400; i += 7) std::ranges::fill(words[i].row, 0.0F);
  for (std::size_t i = 1; i < 400; i += 7) {
    for (float& value : words[i].row) value *= i % 2 == 0 ? 1e30F : 1e-30F;
  }
  for (std::size_t i = 2; i + 200 < 400; i += 7)
    words[i + 200].row = words[i].row;              // the first of two equal ones is right
  for (std::size_t i = 3; i + 100 < 400; i += 7) {  // what float cannot tell apart by its dot products
    words[i + 100].row = words[i].row;
    words[i + 100].row[0] = std::nextafter(words[i].row[0], 9.0F);
  }
  require_as_defined(words, random_questions(words, 300, words.size(), 4), {.top = 0});
}

TEST_CASE("an answer that is beaten by less than float can tell is wrong", "[eval]") {
  // Each word has a twin whose scores differ in the eighth digit; the worse one of the two best is asked for.
  std::vector<Word> words = random_words(200, 100, 5);
  for (std::size_t i = 0; i < 200; i += 2) {
    words[i + 1].row = words[i].row;
    words[i + 1].row[7] += 2e-6F;
  }
  std::vector<Question> questions = random_questions(words, 200, words.size(), 6);
  for (auto& [a, b, c, d] : questions) d ^= 1U;
  require_as_defined(words, questions, {.top = 0});
}

TEST_CASE("a row that is not finite is no answer", "[eval]") {
  std::vector<Word> words = random_words(70, 4, 3);
  std::vector<Question> questions;
  for (const Question& question : random_questions(words, 60, words.size(), 4)) {
    if (std::ranges::find(question, 5U) == question.end()) questions.push_back(question);
  }
  std::vector<Word> zeroed = words;
  std::ranges::fill(zeroed[5].row, 0.0F);
  words[5].row[2] = NAN;
  const WordVectors with_nan = make(words);
  const WordVectors with_zero = make(zeroed);
  const AnalogySet set = set_of(words, questions);
  REQUIRE(score_analogies(set, Embedding(with_nan)).total.add.right ==
          score_analogies(set, Embedding(with_zero)).total.add.right);
}

TEST_CASE("the number of threads changes nothing", "[eval]") {
  const std::vector<Word> words = random_words(3000, 9, 8);
  const std::vector<Question> questions = random_questions(words, 40, words.size(), 6);
  for (const int threads : {1, 2, 7}) require_as_defined(words, questions, {.top = 0, .threads = threads});
}

TEST_CASE("the order is A B C D, and king - man + woman is queen", "[eval]") {
  // king = royal + man, queen = royal + woman; the rest is far from both.
  const std::vector<Word> words{{"king", {1, 1, 0, 0}},  {"man", {0, 1, 0, 0}},  {"woman", {0, 0, 1, 0}},
                                {"queen", {1, 0, 1, 0}}, {"tree", {0, 0, 0, 1}}, {"other", {-1, 0, 1, 0}}};
  const WordVectors vectors = make(words);
  const auto right = [&](const std::string& line) {
    return score_analogies(parse_analogies({"set", {line}}), Embedding(vectors)).total.add.right;
  };
  REQUIRE(right("man king woman queen") == 1);
  REQUIRE(right("king man queen woman") == 1);
  REQUIRE(right("king man woman queen") == 0);
  REQUIRE(right("king man woman other") == 1);
  REQUIRE(right("man king woman tree") == 0);
}

TEST_CASE("words are found in any case, the first row of equal spelling, unless case matters", "[eval]") {
  std::vector<Word> words = random_words(8, 3, 1);
  const std::vector<std::string> names{"Paris",
                                       "paris",
                                       "ROME",
                                       "\xC3\x89t\xC3\xA9",
                                       "\xCE\x91\xCE\xB8",
                                       "\xD0\x9C\xD0\xB8\xD1\x80",
                                       "\xFF"
                                       "A",
                                       "\xFE"
                                       "A"};
  for (std::size_t i = 0; i < names.size(); ++i) words[i].name = names[i];
  const WordVectors vectors = make(words);
  const Embedding embedding(vectors);
  WordList asked;
  for (const char* word :
       {"paris", "PARIS", "rome", "\xC3\xA9T\xC3\x89", "\xCE\xB1\xCE\x98", "\xD0\xBC\xD0\x98\xD1\x80",
        "\xFF"
        "a",
        "\xFF"
        "A",
        "x", "Paris"})
    asked.add(word);
  const std::uint32_t none = no_row;
  REQUIRE(find_rows(embedding, asked, false) == std::vector<std::uint32_t>{0, 0, 2, 3, 4, 5, 6, 6, none, 0});
  REQUIRE(find_rows(embedding, asked, true) ==
          std::vector<std::uint32_t>{1, none, none, none, none, none, none, 6, none, 0});
  REQUIRE(find_rows(embedding, asked, true, 1) ==
          std::vector<std::uint32_t>{none, none, none, none, none, none, none, none, none, 0});
  REQUIRE(find_rows(embedding, asked, false, 3)[3] == none);

  const AnalogySet set = parse_analogies({"set", {"PARIS rome paris ROME", "Paris paris ROME x"}});
  REQUIRE(score_analogies(set, embedding).total.answered == 1);
  REQUIRE(score_analogies(set, embedding, {.case_sensitive = true}).total.answered == 0);
}

TEST_CASE("sections add up to semantic, syntactic and total", "[eval]") {
  const std::vector<Word> words = random_words(50, 4, 2);
  const WordVectors vectors = make(words);
  const AnalogySet set = parse_analogies({"set",
                                          {"w1 w2 w3 w4", ": grammar", "w1 w2 w3 w5", "w1 w2 unknown w5", ": empty",
                                           ": Gram2", "w1 w2 w3 w4", ": program", "w9 w8 w7 unknown"}});
  const AnalogyScore score = score_analogies(set, Embedding(vectors));
  std::vector<std::array<std::uint64_t, 3>> counts;
  for (const AnalogyTally& tally : score.sections) counts.push_back({tally.asked, tally.answered, tally.skipped()});
  REQUIRE(counts == std::vector<std::array<std::uint64_t, 3>>{{1, 1, 0}, {2, 1, 1}, {0, 0, 0}, {1, 1, 0}, {1, 0, 1}});
  REQUIRE(score.semantic.asked == 2);
  REQUIRE(score.semantic.answered == 1);
  REQUIRE(score.syntactic.asked == 3);
  REQUIRE(score.syntactic.answered == 2);
  REQUIRE(score.total.asked == 5);
  REQUIRE(score.total.answered == 3);
  REQUIRE(score.total.add.right == score.semantic.add.right + score.syntactic.add.right);
}

TEST_CASE("nothing known, and being told to stop", "[eval]") {
  const std::vector<Word> words = random_words(5, 4, 2);
  const WordVectors vectors = make(words);
  REQUIRE(score_analogies(parse_analogies({"set", {"a b c d"}}), Embedding(vectors)).total.answered == 0);
  REQUIRE_THROWS_AS(
      score_analogies(set_of(words, {{0, 1, 2, 3}}), Embedding(vectors), {.stop_requested = [] { return true; }}),
      Interrupted);
}

}  // namespace
}  // namespace w2v::test
