#include "w2v/corpus/id_spool.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "w2v/base/error.hpp"
#include "w2v/io/mapped_file.hpp"

namespace w2v {
namespace {

constexpr std::size_t first_bytes = std::size_t{4} << 20;

}  // namespace

IdSpool::IdSpool(std::uint64_t budget)
    : budget_(budget), memory_(0, "the token ids", "lower --memory, so that they go to a temporary file") {}

void IdSpool::append(std::span<const std::uint32_t> ids) {
  if (ids.empty()) return;
  const std::size_t begin = size_ * sizeof(std::uint32_t);
  const std::size_t end = begin + ids.size_bytes();
  if (!on_disk() && end > budget_) {
    file_ = File::temporary();
    file_.write({reinterpret_cast<const char*>(memory_.data()), begin});
    memory_ = Region();
  }
  if (on_disk()) {
    try {
      file_.write({reinterpret_cast<const char*>(ids.data()), ids.size_bytes()});
    } catch (const Error& e) {
      throw Error(
          fmt::format("{}: the token ids need more than --memory holds and more than this disk has: raise "
                      "--memory or name another folder in TMPDIR",
                      e.what()));
    }
  } else {
    // Doubling only reserves addresses; pages are taken when they are written.
    if (end > memory_.size()) memory_.grow(std::max({end, 2 * memory_.size(), first_bytes}));
    std::memcpy(memory_.data() + begin, ids.data(), ids.size_bytes());
  }
  size_ += ids.size();
}

void IdSpool::finish() {
  if (on_disk()) mapping_ = Mapping(file_, size_ * sizeof(std::uint32_t));
}

std::span<std::uint32_t> IdSpool::ids() {
  void* data = on_disk() ? mapping_.data() : memory_.data();
  return {static_cast<std::uint32_t*>(data), size_};
}

IdSpool::Mapping::Mapping(const File& file, std::size_t bytes) : bytes_(bytes) {
  void* got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor(), 0);
  if (got == MAP_FAILED) throw Error(fmt::format("{}: cannot map: {}", file.name(), system_message(errno)));
  data_ = got;
  note_mapping(data_, bytes_, file.name());
}

IdSpool::Mapping::~Mapping() {
  if (data_ == nullptr) return;
  forget_mapping(data_);
  munmap(data_, bytes_);
}

}  // namespace w2v
