#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>

namespace w2v {

/// Lets the workers of parallel() finish their pieces one after another, in the order of the pieces: turns are numbered
/// from 0 and handed out in that order. A worker whose piece fails must abandon(), or the others wait for ever.
class Turns {
 public:
  /// Waits until all turns before `turn` are over, then runs `finish` alone; not at all once somebody has given up.
  template <class Finish>
  void take(std::uint64_t turn, Finish&& finish) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return next_ == turn || abandoned_; });
    if (abandoned_) return;
    try {
      finish();
    } catch (...) {
      abandoned_ = true;
      changed_.notify_all();
      throw;
    }
    ++next_;
    changed_.notify_all();
  }

  /// No further turn runs.
  void abandon() {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0;
  bool abandoned_ = false;
};

}  // namespace w2v
