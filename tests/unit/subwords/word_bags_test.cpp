#include "w2v/subwords/word_bags.hpp"

#include <set>
#include <string>
#include <vector>

#include "../catch.hpp"

namespace w2v::test {
namespace {

WordList list_of(const std::vector<std::string>& words) {
  WordList list;
  for (const std::string& word : words) list.add(word);
  return list;
}

std::vector<std::uint32_t> bag_of(const WordBags& bags, std::size_t word) {
  return {bags.bag(word).begin(), bags.bag(word).end()};
}

using Rows = std::vector<std::uint32_t>;

TEST_CASE("a bag has the word's row, then its n-grams', in the order of their first word", "[subwords]") {
  // <ab ab> | <abc> has <ab abc bc> | none | <ab ab> again, and a word between
  const WordBags bags(list_of({"ab", "abc", "</s>", "ab"}), {3, 3}, 2'000'000);
  REQUIRE(bags.words() == 4);
  REQUIRE(bag_of(bags, 0) == Rows{0, 4, 5});
  REQUIRE(bag_of(bags, 1) == Rows{1, 4, 6, 7});
  REQUIRE(bag_of(bags, 2) == Rows{2});
  REQUIRE(bag_of(bags, 3) == Rows{3, 4, 5});
  REQUIRE(bags.longest() == 4);
  REQUIRE(bags.rows() == 11);
  REQUIRE(bags.buckets_of_rows() == Rows{ngram_hash("<ab") % 2'000'000, ngram_hash("ab>") % 2'000'000,
                                         ngram_hash("abc") % 2'000'000, ngram_hash("bc>") % 2'000'000});
}

TEST_CASE("an n-gram that stands in a word twice is in the bag twice", "[subwords]") {
  const WordBags bags(list_of({"nana"}), {2, 2}, 1'000'000);
  REQUIRE(bag_of(bags, 0) == Rows{0, 1, 2, 3, 2, 4});
}

TEST_CASE("n-grams of one bucket share a row, and a row has a bucket", "[subwords]") {
  const WordBags bags(list_of({"where", "there"}), {3, 6}, 3);
  REQUIRE(bags.buckets_of_rows().size() <= 3);
  const BucketRows rows(bags, 3);
  std::set<std::uint32_t> seen;
  for (std::size_t i = 0; i < bags.buckets_of_rows().size(); ++i) {
    const std::uint32_t bucket = bags.buckets_of_rows()[i];
    REQUIRE(bucket < 3);
    REQUIRE(seen.insert(bucket).second);
    REQUIRE(rows.row_of(bucket) == 2 + i);
  }
  REQUIRE_FALSE(rows.row_of(3));
  REQUIRE_FALSE(BucketRows(WordBags(), 3).row_of(0));
}

TEST_CASE("without n-grams there are no bags", "[subwords]") {
  REQUIRE(WordBags().empty());
  REQUIRE(WordBags().buckets_of_rows().empty());
}

}  // namespace
}  // namespace w2v::test
