#include "w2v/io/mapped_file.hpp"

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>

namespace w2v {

std::optional<MappedFile> MappedFile::open(const std::string& path) {
  if (path == "-") return std::nullopt;
  const File file = File::open_to_read(path);
  struct stat status {};
  if (fstat(file.descriptor(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
    return std::nullopt;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* data = mmap(nullptr, size, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (data == MAP_FAILED) return std::nullopt;  // some file systems cannot
  const std::int64_t modified = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  return MappedFile(static_cast<const char*>(data), size, modified, path);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<char*>(data_), size_);
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
