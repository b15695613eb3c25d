#include "w2v/sampling/huffman.hpp"

#include <functional>
#include <map>
#include <numeric>
#include <queue>
#include <random>
#include <set>
#include <string>

#include "../support.hpp"

namespace w2v::test {
namespace {

using Counts = std::vector<std::uint64_t>;

std::vector<std::uint32_t> falling_order(const Counts& counts) {
  std::vector<std::uint32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return counts[a] > counts[b]; });
  return order;
}

HuffmanTree tree_of(const Counts& counts) {
  return {counts, falling_order(counts)};
}

std::string code_of(const HuffmanTree& tree, std::uint32_t word) {
  std::string code;
  for (const HuffmanTree::Branch branch : tree.path(word)) code += branch.code() ? '1' : '0';
  return code;
}

/// Sum of count times depth of an optimal tree: every merge of the two least adds their sum.
std::uint64_t least_cost(const Counts& counts) {
  std::priority_queue<std::uint64_t, Counts, std::greater<>> left(counts.begin(), counts.end());
  std::uint64_t cost = 0;
  while (left.size() > 1) {
    std::uint64_t sum = left.top();
    left.pop();
    sum += left.top();
    left.pop();
    cost += sum;
    left.push(sum);
  }
  return cost;
}

Counts random_counts(std::mt19937& random, std::size_t words) {
  Counts counts(words);
  for (std::uint64_t& count : counts) count = 1 + random() % (1 + random() % 1000);
  return counts;
}

TEST_CASE("a Huffman tree is as short as a tree can be, in any order of the words", "[sampling]") {
  std::mt19937 random(1);
  for (const std::size_t words : {2, 3, 4, 5, 17, 100, 1000}) {
    const Counts counts = random_counts(random, words);
    const HuffmanTree tree = tree_of(counts);
    std::uint64_t cost = 0;
    std::size_t depth = 0;
    for (std::uint32_t word = 0; word < words; ++word) {
      cost += counts[word] * tree.path(word).size();
      depth = std::max(depth, tree.path(word).size());
    }
    REQUIRE(cost == least_cost(counts));
    REQUIRE(tree.depth() == depth);
  }
}

TEST_CASE("every path starts at the root, every inner node has two children, and no two words share a path",
          "[sampling]") {
  std::mt19937 random(2);
  for (const std::size_t words : {2, 3, 50, 400}) {
    const HuffmanTree tree = tree_of(random_counts(random, words));
    std::map<std::string, std::uint32_t> node_of;  // by the code that leads to it
    std::map<std::uint32_t, std::set<bool>> children;
    std::set<std::string> codes;
    for (std::uint32_t word = 0; word < words; ++word) {
      REQUIRE(tree.path(word)[0].node() == words - 2);
      std::string prefix;
      for (const HuffmanTree::Branch branch : tree.path(word)) {
        REQUIRE(node_of.try_emplace(prefix, branch.node()).first->second == branch.node());
        children[branch.node()].insert(branch.code());
        prefix += branch.code() ? '1' : '0';
      }
      REQUIRE(codes.insert(prefix).second);
    }
    for (const std::string& code : codes) REQUIRE(!node_of.contains(code));  // no word is an inner node
    REQUIRE(children.size() == words - 1);
    for (const auto& [node, sides] : children) REQUIRE(sides.size() == 2);
  }
}

TEST_CASE("the tree of a worked example", "[sampling]") {
  // Two least first, the lesser on side 0: 1 + 2, then 3 + 3 (the word of 3 waits behind the inner node: not less), 5
  // + 6.
  const HuffmanTree tree = tree_of({5, 3, 2, 1});
  REQUIRE(code_of(tree, 3) == "100");
  REQUIRE(code_of(tree, 2) == "101");
  REQUIRE(code_of(tree, 1) == "11");
  REQUIRE(code_of(tree, 0) == "0");
  REQUIRE(tree.path(3)[0].node() == 2);
  REQUIRE(tree.path(3)[1].node() == 1);
  REQUIRE(tree.path(3)[2].node() == 0);
}

TEST_CASE("words of equal count are neighbours as the order has them", "[sampling]") {
  const Counts counts(8, 7);
  const HuffmanTree tree(counts, std::vector<std::uint32_t>{3, 6, 0, 2, 1, 7, 5, 4});
  for (const auto& [a, b] : {std::pair(3U, 6U), {0U, 2U}, {1U, 7U}, {5U, 4U}}) {
    REQUIRE(tree.path(a).size() == 3);
    REQUIRE(tree.path(a)[2].node() == tree.path(b)[2].node());
  }
}

TEST_CASE("counts that make the deepest tree, up to 64 bits", "[sampling]") {
  Counts counts{1, 1};
  while (counts.size() < 88) counts.push_back(counts[counts.size() - 1] + counts[counts.size() - 2]);
  const HuffmanTree tree = tree_of(counts);
  REQUIRE(tree.depth() == 87);
  REQUIRE(tree.path(87).size() == 1);
}

}  // namespace
}  // namespace w2v::test
