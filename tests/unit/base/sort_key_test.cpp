#include "w2v/base/sort_key.hpp"

#include <string>
#include <vector>

#include "../support.hpp"

namespace w2v::test {
namespace {

TEST_CASE("keys are in the order of the words' bytes", "[base]") {
  const std::vector<std::string> words{
      "",         "\x01", "A",        "a", "ab", "abcdefg", "abcdefgg",
      "abcdefgh", "b",    "\x7F\x7F", "é", "日", "\xFF",    "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"};
  for (std::size_t i = 1; i < words.size(); ++i) {
    CAPTURE(words[i - 1], words[i]);
    REQUIRE(words[i - 1] < words[i]);
    REQUIRE(sort_key(words[i - 1]) < sort_key(words[i]));
  }
  REQUIRE(sort_key("abcdefgh") == 0x6162636465666768);
  REQUIRE(sort_key("abcdefghi") == sort_key("abcdefgh"));
  REQUIRE(sort_key("a"sv) == sort_key("a\0"sv));
}

}  // namespace
}  // namespace w2v::test
