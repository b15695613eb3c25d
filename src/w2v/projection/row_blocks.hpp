#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "w2v/base/error.hpp"
#include "w2v/base/observer.hpp"
#include "w2v/base/parallel.hpp"

namespace w2v {

/// body(begin, end) for blocks of 16 rows, by all threads, each when it is free. What a row comes to must not depend on
/// the other rows of its block. Throws Interrupted, and what the body throws.
template <class Body>
void for_row_blocks(std::size_t rows, int threads, const Observer& observer, const Body& body) {
  constexpr std::size_t block = 16;
  if (observer.stop_requested()) throw Interrupted();
  std::atomic<std::size_t> next{0};
  parallel(threads, [&](const Worker& worker) {
    for (std::size_t begin = next.fetch_add(block); begin < rows && !worker.failed; begin = next.fetch_add(block)) {
      body(begin, std::min(begin + block, rows));
    }
  });
}

}  // namespace w2v
