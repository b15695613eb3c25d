#include "w2v/io/mapped_file.hpp"

#include <sys/mman.h>
#include <sys/stat.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>

#include "w2v/base/error.hpp"

namespace w2v {
namespace {

/// A file that is mapped now; `name` is null in a slot that is free, and is set last.
struct Slot {
  std::atomic<const char*> name{nullptr};
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};
};

std::array<Slot, 32> slots;
std::mutex changing_slots;
static_assert(std::atomic<const char*>::is_always_lock_free);  // as a signal handler needs it

}  // namespace

void note_mapping(const void* data, std::size_t size, const std::string& name) noexcept {
  std::unique_ptr<char[]> copy(new (std::nothrow) char[name.size() + 1]);
  if (copy == nullptr) return;
  std::memcpy(copy.get(), name.c_str(), name.size() + 1);
  const std::lock_guard lock(changing_slots);
  const auto free = std::ranges::find_if(slots, [](const Slot& slot) { return slot.name == nullptr; });
  if (free == slots.end()) return;
  free->begin = reinterpret_cast<std::uintptr_t>(data);
  free->end = free->begin + size;
  free->name = copy.release();
}

void forget_mapping(const void* data) {
  const std::lock_guard lock(changing_slots);
  for (Slot& slot : slots) {
    if (slot.name == nullptr || slot.begin != reinterpret_cast<std::uintptr_t>(data)) continue;
    const std::unique_ptr<const char[]> name(slot.name.exchange(nullptr));
  }
}

const char* mapping_name(const void* address) noexcept {
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  for (const Slot& slot : slots) {
    const char* name = slot.name;
    if (name != nullptr && slot.begin <= place && place < slot.end) return name;
  }
  return nullptr;
}

std::optional<MappedFile> MappedFile::open(const std::string& path, bool needed) {
  if (path == "-") return std::nullopt;
  struct stat status {};
  // A pipe that was opened and closed would have lost its writer.
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return std::nullopt;
  const File file = File::open_to_read(path);
  if (fstat(file.descriptor(), &status) != 0)
    throw Error(fmt::format("{}: cannot read: {}", path, system_message(errno)));
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return std::nullopt;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* data = mmap(nullptr, size, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (data == MAP_FAILED) {  // some file systems cannot
    if (needed) throw Error(fmt::format("{}: cannot map: {}", path, system_message(errno)));
    return std::nullopt;
  }
  note_mapping(data, size, path);
  const std::int64_t modified = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  return MappedFile(static_cast<const char*>(data), size, modified, path);
}

MappedFile::~MappedFile() {
  if (data_ == nullptr) return;
  forget_mapping(data_);
  munmap(const_cast<char*>(data_), size_);
}

void MappedFile::populate(std::size_t first, std::size_t count) const {
#ifdef MADV_POPULATE_READ  // Linux 5.14
  constexpr std::size_t page = 4096;
  const std::size_t begin = std::min(first, size_) / page * page;
  const std::size_t end = first < size_ ? first + std::min(count, size_ - first) : begin;
  if (end > begin) madvise(const_cast<char*>(data_) + begin, end - begin, MADV_POPULATE_READ);
#endif
}

}  // namespace w2v
