#include "w2v/corpus/token_table.hpp"

#include <map>
#include <random>
#include <string>
#include <vector>

#include "../catch.hpp"

namespace w2v::test {
namespace {

/// Tokens of 1 to 40 bytes, many of them more than once.
std::vector<std::string> random_tokens(std::mt19937& random, std::size_t number) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < number; ++i) {
    const std::size_t which = random() % (number / 3 + 1);
    tokens.push_back(std::to_string(which) + std::string(which % 37, 'x'));
  }
  return tokens;
}

TEST_CASE("a table that gets another has the counts of both, and says where each token went", "[corpus]") {
  std::mt19937 random(11);
  for (const std::size_t size : {0, 1, 20, 5'000}) {
    for (const std::size_t other_size : {0, 1, 20, 5'000}) {
      TokenTable table;
      TokenTable other;
      std::map<std::string, std::uint64_t> counts;
      for (const std::string& token : random_tokens(random, size)) {
        table.add(token);
        ++counts[token];
      }
      for (const std::string& token : random_tokens(random, other_size)) {
        other.add(token, 3);
        counts[token] += 3;
      }
      const std::vector<std::uint32_t> numbers = table.add(other);
      CAPTURE(size, other_size);
      REQUIRE(numbers.size() == other.size());
      for (std::size_t i = 0; i < other.size(); ++i) REQUIRE(table.token(numbers[i]) == other.token(i));
      REQUIRE(table.size() == counts.size());
      for (std::size_t i = 0; i < table.size(); ++i) {
        REQUIRE(table.count(i) == counts.at(std::string(table.token(i))));
        REQUIRE(table.find(table.token(i)) == i);
      }
    }
  }
}

}  // namespace
}  // namespace w2v::test
