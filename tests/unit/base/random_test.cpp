#include "w2v/base/random.hpp"

#include <set>

#include "../support.hpp"

namespace w2v::test {
namespace {

TEST_CASE("the generator is SplitMix64, by its published values", "[base]") {
  Random random(1234567);
  for (const std::uint64_t value : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
                                    4593380528125082431U, 16408922859458223821U}) {
    REQUIRE(random.next() == value);
  }
}

TEST_CASE("below(n) is uniform in 0 to n - 1", "[base]") {
  for (const std::uint64_t n : {2, 3, 5, 10, 1000}) {
    CAPTURE(n);
    Random random(n);
    std::vector<std::uint64_t> drawn(n);
    for (int i = 0; i < 200'000; ++i) ++drawn.at(random.below(n));
    require_distribution(drawn, std::vector<double>(n, 1 / static_cast<double>(n)));
  }
  Random random(1);
  for (int i = 0; i < 1000; ++i) REQUIRE(random.below(1) == 0);
}

TEST_CASE("below(n) reaches the whole range of large n", "[base]") {
  Random random(3);
  const std::uint64_t n = 0xFFFFFFFFFFFFFFFF;
  std::vector<std::uint64_t> drawn(16);
  for (int i = 0; i < 50'000; ++i) ++drawn[random.below(n) >> 60];
  require_distribution(drawn, std::vector<double>(16, 1.0 / 16));
}

TEST_CASE("unit() is uniform in [0, 1)", "[base]") {
  Random random(9);
  std::vector<std::uint64_t> drawn(64);
  for (int i = 0; i < 200'000; ++i) {
    const float value = random.unit();
    REQUIRE((value >= 0 && value < 1));
    ++drawn[static_cast<std::size_t>(value * 64)];
  }
  require_distribution(drawn, std::vector<double>(64, 1.0 / 64));
}

TEST_CASE("pieces of text that lie side by side draw independently", "[base]") {
  std::vector<std::uint64_t> pairs(36);
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    for (std::uint64_t epoch = 0; epoch < 30; ++epoch) {
      for (std::uint64_t chunk = 0; chunk < 60; ++chunk) {
        Random here(seed, epoch, chunk);
        Random next(seed, epoch, chunk + 1);
        ++pairs[here.below(6) * 6 + next.below(6)];
        firsts.insert(Random(seed, epoch, chunk).next());
      }
    }
  }
  require_distribution(pairs, std::vector<double>(36, 1.0 / 36));
  REQUIRE(firsts.size() == 30 * 30 * 60);
}

TEST_CASE("the same three numbers give the same draws", "[base]") {
  Random a(1, 2, 3);
  Random b(1, 2, 3);
  for (int i = 0; i < 100; ++i) REQUIRE(a.next() == b.next());
}

}  // namespace
}  // namespace w2v::test
