#include "w2v/base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "w2v/base/error.hpp"

namespace w2v {

int usable_cores() {
  int cores = std::max(1, omp_get_num_procs());  // obeys the affinity mask
  std::ifstream quota_file("/sys/fs/cgroup/cpu.max");
  double quota = 0;
  double period = 0;
  if (quota_file >> quota >> period && period > 0) {
    cores = std::clamp(static_cast<int>(std::ceil(quota / period)), 1, cores);
  }
  return cores;
}

void require_threads(int threads) {
  // OpenMP keeps the threads of the caller's last region; those that the next one does not need end.
  thread_local int kept = 1;
  if (threads <= kept) {
    kept = threads;
    return;
  }
  std::mutex mutex;
  std::condition_variable all_started;
  bool done = false;
  std::vector<std::thread> started;
  const auto end = [&] {
    {
      const std::lock_guard lock(mutex);
      done = true;
    }
    all_started.notify_all();
    for (std::thread& thread : started) thread.join();
  };
  try {
    // Two more than are needed: what comes between this and OpenMP's own start takes memory, too.
    started.reserve(static_cast<std::size_t>(threads) + 1);
    for (int i = 1; i < threads + 2; ++i) {
      started.emplace_back([&] {
        std::unique_lock lock(mutex);
        all_started.wait(lock, [&] { return done; });
      });
    }
  } catch (const std::system_error& fault) {
    const std::size_t got = std::min(started.size() + 1, static_cast<std::size_t>(threads) - 1);
    end();
    throw Error("cannot start " + std::to_string(threads) + " threads, only " + std::to_string(got) + ": " +
                fault.code().message() + ": lower --threads");
  } catch (...) {
    end();
    throw;
  }
  end();
  kept = threads;
}

}  // namespace w2v
