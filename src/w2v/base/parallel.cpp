#include "w2v/base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

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

}  // namespace w2v
