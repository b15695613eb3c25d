#include "w2v/base/parallel.hpp"

#include <omp.h>
#include <pthread.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <fstream>
#include <mutex>
#include <string>
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

int thread_count(int asked) {
  return asked > 0 ? asked : usable_cores();
}

namespace {

/// A thread that waits until `gate`, a mutex, is free. It allocates nothing, for the C library would keep an arena for
/// it.
extern "C" void* wait_at(void* gate) {
  const std::lock_guard lock(*static_cast<std::mutex*>(gate));
  return nullptr;
}

}  // namespace

void require_threads(int threads) {
  // OpenMP keeps the threads of the caller's last region; those that the next one does not need end.
  thread_local int kept = 1;
  if (threads > kept) {
    // One more than are needed: what comes between this and OpenMP's own start takes memory, too.
    std::vector<pthread_t> started(static_cast<std::size_t>(threads));
    std::size_t got = 0;
    int fault = 0;
    std::mutex gate;
    gate.lock();
    while (got < started.size() && fault == 0) {
      fault = pthread_create(&started[got], nullptr, wait_at, &gate);
      if (fault == 0) ++got;
    }
    gate.unlock();
    for (std::size_t i = 0; i < got; ++i) pthread_join(started[i], nullptr);
    if (fault != 0) {
      throw Error("cannot start " + std::to_string(threads) + " threads, only " +
                  std::to_string(std::min(got + 1, started.size() - 1)) + ": " + system_message(fault) +
                  ": lower --threads");
    }
  }
  kept = threads;
}

void parallel(int threads, const std::function<void(const Worker&)>& body) {
  std::atomic<bool> failed{false};
  if (threads == 1) {
    body(Worker{0, failed});
    return;
  }
  require_threads(threads);
  std::exception_ptr first;
  // This is the only OpenMP pragma of the project.
#pragma omp parallel num_threads(threads)
  {
    try {
      body(Worker{omp_get_thread_num(), failed});
    } catch (...) {
      if (!failed.exchange(true)) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace w2v
