#include "w2v/base/lines.hpp"

#include <algorithm>
#include <random>
#include <string>

#include "../support.hpp"

namespace w2v::test {
namespace {

TEST_CASE("line ends are found wherever they stand", "[base]") {
  std::mt19937 random(6);
  for (int round = 0; round < 3000; ++round) {
    std::string text(random() % 3 == 0 ? random() % 4000 : random() % 12, 'x');
    for (unsigned n = random() % 4; n > 0 && !text.empty(); --n)
      text.insert(random() % text.size(), n % 2 == 0 ? "\r" : "\n");
    const std::size_t from = random() % (text.size() + 1);
    const std::size_t place = std::min(text.find_first_of("\r\n", from), text.size());
    const LineEnd found = find_line_end(text, from);
    REQUIRE(found.place == place);
    REQUIRE(found.length == (place == text.size() ? 0U : text.compare(place, 2, "\r\n") == 0 ? 2U : 1U));
    REQUIRE(behind_last_line_end(text) == text.find_last_of("\r\n") + 1);  // npos + 1 is 0
  }
}

}  // namespace
}  // namespace w2v::test
