#include "w2v/base/memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

[[noreturn]] void refuse(std::size_t bytes, const char* purpose, const char* remedy) {
  throw Error(fmt::format("cannot allocate {} for {}: {}", format_bytes(bytes), purpose, remedy));
}

/// First number in a file of one line, or the largest number where there is none ("max", no such file).
std::uint64_t number_in(const char* path) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? value : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

Region::Region(std::size_t bytes, const char* purpose, const char* remedy) : purpose_(purpose), remedy_(remedy) {
  grow(bytes);
}

Region::~Region() {
  if (data_ != nullptr) munmap(data_, size_);
}

void Region::grow(std::size_t bytes) {
  if (bytes <= size_) return;
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) refuse(bytes, purpose_, remedy_);
  const std::size_t unit = bytes >= huge_page ? huge_page : 4096;
  bytes = (bytes + unit - 1) / unit * unit;
  void* got = data_ == nullptr ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                               : mremap(data_, size_, bytes, MREMAP_MAYMOVE);
  if (got == MAP_FAILED) refuse(bytes, purpose_, remedy_);
  if (bytes >= huge_page) madvise(got, bytes, MADV_HUGEPAGE);  // a wish: no harm where it is refused
  data_ = static_cast<std::byte*>(got);
  size_ = bytes;
}

std::uint64_t free_memory() {
  std::uint64_t free =
      static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::ifstream meminfo("/proc/meminfo");
  std::string line;
  while (std::getline(meminfo, line)) {
    if (line.starts_with("MemAvailable:")) free = std::stoull(line.substr(13)) << 10;
  }
  const std::uint64_t limit = number_in("/sys/fs/cgroup/memory.max");
  std::uint64_t used = number_in("/sys/fs/cgroup/memory.current");
  std::ifstream statistics("/sys/fs/cgroup/memory.stat");
  while (std::getline(statistics, line)) {
    // What was read from files counts as used, and is given back when it is needed.
    if (line.starts_with("inactive_file ")) used -= std::min<std::uint64_t>(used, std::stoull(line.substr(14)));
  }
  if (limit != std::numeric_limits<std::uint64_t>::max() && used < limit) free = std::min(free, limit - used);
  return free;
}

}  // namespace w2v
