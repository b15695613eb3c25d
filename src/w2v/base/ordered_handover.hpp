#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace w2v {

/// Lets the workers of parallel() make pieces at the same time and hand them over one after another, in the order of
/// the pieces. Pieces are numbered from 0. A worker that took a number must call run() for it, unless a worker failed.
class OrderedHandover {
 public:
  /// Runs make() at once. Then waits until all pieces before `piece` are handed over, and runs hand_over() while no
  /// other piece is handed over. If one of the two throws, no worker waits any longer and nothing more is handed over.
  template <class Make, class HandOver>
  void run(std::uint64_t piece, Make&& make, HandOver&& hand_over) {
    try {
      make();
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return next_ == piece || failed_; });
      if (failed_) return;
      hand_over();
      ++next_;
      changed_.notify_all();
    } catch (...) {
      fail();
      throw;
    }
  }

  /// Runs hand_over() while no other piece is handed over, without waiting for any: for pieces whose order means
  /// nothing.
  template <class HandOver>
  void run_in_any_order(HandOver&& hand_over) {
    const std::lock_guard lock(mutex_);
    hand_over();
  }

 private:
  void fail() {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0;
  bool failed_ = false;
};

}  // namespace w2v
