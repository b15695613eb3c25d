#include <cmath>
#include <set>
#include <string>

#include "../support.hpp"
#include "vectors.hpp"
#include "w2v/query/expression.hpp"
#include "w2v/query/odd_one_out.hpp"

namespace w2v::test {
namespace {

using Terms = std::vector<std::pair<float, std::string>>;

Terms terms(std::string_view text, const std::set<std::string>& known = {"king", "man", "woman"}) {
  Terms found;
  for (const Term& term :
       parse_expression(text, [&](std::string_view word) { return known.contains(std::string(word)); }))
    found.emplace_back(term.weight, term.word);
  return found;
}

TEST_CASE("words, operators between blanks, weights", "[query]") {
  REQUIRE(terms("king") == Terms{{1, "king"}});
  REQUIRE(terms("king - man + woman") == Terms{{1, "king"}, {-1, "man"}, {1, "woman"}});
  REQUIRE(terms("  king\t-  man ") == Terms{{1, "king"}, {-1, "man"}});
  REQUIRE(terms("- king + man") == Terms{{-1, "king"}, {1, "man"}});
  REQUIRE(terms("2 * king - 0.5*man + -3* woman") == Terms{{2, "king"}, {-0.5F, "man"}, {-3, "woman"}});
  REQUIRE(terms("2*king") == Terms{{2, "king"}});
  REQUIRE(terms("1e1 *king") == Terms{{10, "king"}});
  REQUIRE(terms("king + king") == Terms{{1, "king"}, {1, "king"}});
}

TEST_CASE("what is no operator is part of a word, known or not", "[query]") {
  for (const std::string word :
       {"new-york", "c++", "-", "+", "-king", "king-", "a*b", "*", "nan*x", "king man", "--", "king -man"}) {
    CAPTURE(word);
    REQUIRE(terms(word) == Terms{{1, word}});
  }
  REQUIRE(terms("c++ - new-york") == Terms{{1, "c++"}, {-1, "new-york"}});
}

TEST_CASE("what is known is a word first", "[query]") {
  REQUIRE(terms("king - man", {"king - man"}) == Terms{{1, "king - man"}});
  REQUIRE(terms("2*king", {"2*king", "king"}) == Terms{{1, "2*king"}});
  REQUIRE(terms("new york - 2 * los angeles", {"new york", "los angeles"}) ==
          Terms{{1, "new york"}, {-2, "los angeles"}});
  REQUIRE(terms("3*x - man", {"3*x", "man"}) == Terms{{1, "3*x"}, {-1, "man"}});
}

TEST_CASE("what is missing is named by its place", "[query]") {
  const auto fault = [](std::string_view text) { return message_of([&] { terms(text); }); };
  REQUIRE(fault("king - - man") == "expression 'king - - man': nothing at character 8: expected a word");
  REQUIRE(fault("king -") == "expression 'king -': nothing at character 7: expected a word");
  REQUIRE(fault("+ - king") == "expression '+ - king': nothing at character 3: expected a word");
  REQUIRE(fault("king + 2 *") == "expression 'king + 2 *': nothing at character 11: expected a word behind *");
  REQUIRE(fault("king + 2* - man") ==
          "expression 'king + 2* - man': nothing at character 10: expected a word behind *");
  REQUIRE_THROWS_AS(terms("king -"), UsageError);
}

TEST_CASE("an expression sums up vectors of length 1, weighted, to one of length 1; one word is its vector",
          "[query]") {
  const WordVectors vectors = make({{3, 4}, {0, 10}, {0, 0}, {1, 0}});
  const auto point = [&](const std::vector<WeightedWord>& words, const std::vector<float>& center = {}) {
    return expression_point(vectors, words, center);
  };
  REQUIRE(point({{1, 0}}) == std::vector{3.0F, 4.0F});
  const auto require_direction = [&](const std::vector<float>& found, double x, double y) {
    REQUIRE(found[0] == Approx(x / std::hypot(x, y)));
    REQUIRE(found[1] == Approx(y / std::hypot(x, y)));
  };
  require_direction(point({{2, 0}}), 3, 4);
  require_direction(point({{1, 0}, {-0.5F, 1}, {7, 2}}), 0.6, 0.3);
  require_direction(point({{1, 0}}, {1, 1}), 2, 3);
  const std::vector<float> centered = point({{1, 1}, {1, 3}}, {1, 4});  // (-1, 6) and (0, -4)
  require_direction(centered, -1 / std::sqrt(37.0), 6 / std::sqrt(37.0) - 1);
  require_direction(point({{3e38F, 0}, {3e38F, 1}, {3e38F, 3}}), 1.6, 1.8);  // no float holds the sum
  REQUIRE(point({{1, 0}, {2, 1}, {-1, 0}, {-2, 1}}) == std::vector{0.0F, 0.0F});
  REQUIRE(point({}) == std::vector{0.0F, 0.0F});
}

TEST_CASE("the odd one out has the lowest cosine to the mean of vectors of length 1", "[query]") {
  const Rows rows = random_rows(60, 9, 4);
  const WordVectors vectors = make(rows);
  for (std::uint32_t first = 0; first + 6 < rows.size(); ++first) {
    std::vector<std::uint32_t> words;
    std::vector<long double> mean(9);
    for (std::uint32_t w = first; w < first + 6; ++w) {
      words.push_back(w);
      long double squares = 0;
      for (const float value : rows[w]) squares += static_cast<long double>(value) * value;
      for (std::size_t j = 0; j < 9; ++j) mean[j] += rows[w][j] / std::sqrt(squares) / 6;
    }
    const auto odd = *std::ranges::min_element(words, {}, [&](std::uint32_t w) { return exact_cosine(mean, rows[w]); });
    const Match found = odd_one_out(vectors, words);
    REQUIRE(found.word == odd);
    REQUIRE(double{found.similarity} == Approx(exact_cosine(mean, rows[odd])).margin(2e-7));
  }
  const WordVectors same = make({{1, 1}, {2, 2}, {3, 3}, {0, 0}});
  REQUIRE(odd_one_out(same, std::vector<std::uint32_t>{2, 1, 0}).word == 2);
  REQUIRE(odd_one_out(same, std::vector<std::uint32_t>{2, 1, 3}) == Match{3, 0});
}

}  // namespace
}  // namespace w2v::test
