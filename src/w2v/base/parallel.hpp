#pragma once

#include <atomic>
#include <functional>

namespace w2v {

/// Cores this process may use: its affinity mask, or its control group's processor quota if that is less.
int usable_cores();

/// The number of threads that was asked for; usable_cores() for 0.
int thread_count(int asked);

/// What a worker of parallel() knows of its region.
struct Worker {
  int index;                        ///< 0 .. threads - 1
  const std::atomic<bool>& failed;  ///< another worker threw: stop as soon as it is convenient
};

/// Makes sure that the system gives this process so many threads at once, by starting them once. Throws Error if it
/// does not: OpenMP would end the program.
void require_threads(int threads);

/// Runs body(Worker) on `threads` OpenMP threads, 1 or more; the system may give fewer. The first exception a
/// worker throws is rethrown here, once, after all have ended. One worker is the caller itself, without a region:
/// OpenMP keeps its threads from region to region, but not within another region.
void parallel(int threads, const std::function<void(const Worker&)>& body);

}  // namespace w2v
