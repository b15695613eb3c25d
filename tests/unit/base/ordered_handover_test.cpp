#include "w2v/base/ordered_handover.hpp"

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "../support.hpp"
#include "w2v/base/parallel.hpp"

namespace w2v::test {
namespace {

constexpr int workers = 4;
constexpr std::uint64_t pieces = 200;

TEST_CASE("pieces are handed over in their order, one at a time", "[base]") {
  OrderedHandover handover;
  std::atomic<std::uint64_t> next{0};
  std::atomic<int> inside{0};
  std::atomic<bool> together{false};
  std::vector<std::uint64_t> order;
  parallel(workers, [&](const Worker&) {
    for (std::uint64_t piece = next++; piece < pieces; piece = next++) {
      std::uint64_t made = 0;
      handover.run(
          piece,
          [&] {
            if (piece % 3 == 0) std::this_thread::yield();
            made = piece + 1;
          },
          [&] {
            if (++inside != 1) together = true;
            order.push_back(made);
            --inside;
          });
    }
  });
  REQUIRE_FALSE(together);
  REQUIRE(order.size() == pieces);
  for (std::uint64_t i = 0; i < pieces; ++i) REQUIRE(order[i] == i + 1);
}

TEST_CASE("after a piece that fails nothing more is handed over, and nobody waits", "[base]") {
  for (const bool while_made : {true, false}) {
    OrderedHandover handover;
    std::atomic<std::uint64_t> next{0};
    std::vector<std::uint64_t> order;
    const auto fail_at = [&](std::uint64_t piece, bool here) {
      if (piece == 50 && here) throw Error("piece 50");
    };
    REQUIRE_THROWS_WITH(parallel(workers,
                                 [&](const Worker& worker) {
                                   for (std::uint64_t piece = next++; piece < pieces && !worker.failed;
                                        piece = next++) {
                                     handover.run(
                                         piece, [&] { fail_at(piece, while_made); },
                                         [&] {
                                           fail_at(piece, !while_made);
                                           order.push_back(piece);
                                         });
                                   }
                                 }),
                        "piece 50");
    REQUIRE(order.size() <= 50);
    if (!while_made) REQUIRE(order.size() == 50);
    for (std::uint64_t i = 0; i < order.size(); ++i) REQUIRE(order[i] == i);
  }
}

TEST_CASE("pieces without an order wait for none", "[base]") {
  OrderedHandover handover;
  std::uint64_t sum = 0;
  std::atomic<std::uint64_t> next{0};
  parallel(workers, [&](const Worker&) {
    for (std::uint64_t piece = next++; piece < pieces; piece = next++) {
      handover.run_in_any_order([&] { sum += piece; });
    }
  });
  REQUIRE(sum == pieces * (pieces - 1) / 2);
}

}  // namespace
}  // namespace w2v::test
