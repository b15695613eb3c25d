#include "w2v/base/parallel.hpp"

#include <omp.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "../support.hpp"

namespace w2v::test {
namespace {

TEST_CASE("every worker of a region runs once, with an index of its own", "[base]") {
  for (const int threads : {1, 2, 7}) {
    std::mutex guard;
    std::multiset<int> indices;
    parallel(threads, [&](const Worker& worker) {
      const std::lock_guard lock(guard);
      indices.insert(worker.index);
    });
    std::multiset<int> expected;
    for (int i = 0; i < threads; ++i) expected.insert(i);
    REQUIRE(indices == expected);
  }
}

TEST_CASE("one exception of many leaves a region, once, after all workers have ended", "[base]") {
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> ended{0};
    int caught = 0;
    try {
      parallel(5, [&](const Worker& worker) {
        if (worker.index % 2 == 0) {
          ++ended;
          throw Error("worker " + std::to_string(worker.index));
        }
        std::this_thread::yield();
        ++ended;
      });
    } catch (const Error& error) {
      ++caught;
      REQUIRE_THAT(error.what(), Catch::Matchers::StartsWith("worker "));
    }
    REQUIRE(caught == 1);
    REQUIRE(ended == 5);
  }
}

TEST_CASE("the exception that leaves a region is the first, of any type", "[base]") {
  const auto run = [](auto value) {
    parallel(3, [&](const Worker& worker) {
      if (worker.index == 1) throw value;
      while (!worker.failed) std::this_thread::yield();  // so this worker's is the second
      throw std::runtime_error("too late");
    });
  };
  REQUIRE_THROWS_AS(run(UsageError("first")), UsageError);
  REQUIRE_THROWS_AS(run(42), int);
}

TEST_CASE("a region works again after one that failed", "[base]") {
  REQUIRE_THROWS_AS(parallel(2, [](const Worker&) { throw Interrupted(); }), Interrupted);
  std::atomic<int> ran{0};
  parallel(2, [&](const Worker& worker) { ran += worker.failed ? 0 : 1; });
  REQUIRE(ran == 2);
}

TEST_CASE("one worker is the caller itself, in no region, so that regions within it keep their threads", "[base]") {
  const std::thread::id caller = std::this_thread::get_id();
  int ran = 0;
  parallel(1, [&](const Worker& worker) {
    REQUIRE(std::this_thread::get_id() == caller);
    REQUIRE(omp_get_level() == 0);
    REQUIRE(worker.index == 0);
    ++ran;
  });
  REQUIRE(ran == 1);
  REQUIRE_THROWS_AS(parallel(1, [](const Worker&) { throw Interrupted(); }), Interrupted);
}

TEST_CASE("0 threads are all usable cores, of which there is one at least, and no more than the machine has",
          "[base]") {
  REQUIRE(usable_cores() >= 1);
  REQUIRE(thread_count(0) == usable_cores());
  REQUIRE(thread_count(usable_cores() + 3) == usable_cores() + 3);
  REQUIRE(usable_cores() <= static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace
}  // namespace w2v::test
