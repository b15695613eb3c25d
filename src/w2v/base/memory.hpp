#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace w2v {

/// A zeroed region of memory straight from the system: 64-byte aligned, in huge pages where the system gives
/// them, given back at destruction. Movable; grows without copying.
class Region {
 public:
  Region() = default;
  /// `purpose` and `remedy` complete the message of the Error thrown when there is no such memory:
  /// "cannot allocate 57.1 MB for <purpose>: <remedy>". Both must outlive the region (string literals).
  Region(std::size_t bytes, const char* purpose, const char* remedy);
  Region(Region&& other) noexcept { swap(other); }
  Region& operator=(Region&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Region();

  /// Makes the region at least `bytes` long; the contents stay, the address may change. New bytes are zero.
  void grow(std::size_t bytes);

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void swap(Region& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(purpose_, other.purpose_);
    std::swap(remedy_, other.remedy_);
  }

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  const char* purpose_ = "";
  const char* remedy_ = "";
};

/// Memory this process may still take without swapping, in bytes: the system's estimate, or what its control
/// group leaves if that is less.
std::uint64_t free_memory();

}  // namespace w2v
