#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "w2v/base/memory.hpp"
#include "w2v/io/file.hpp"

namespace w2v {

/// A growing row of 32-bit numbers: in memory as long as it fits the budget, then in a nameless temporary file
/// (File::temporary) that is mapped once the row is complete. Movable.
class IdSpool {
 public:
  /// `budget`: bytes that may be held in memory.
  explicit IdSpool(std::uint64_t budget);
  IdSpool(IdSpool&&) = default;
  IdSpool& operator=(IdSpool&&) = default;

  /// Appends. Throws Error when memory or disk run out.
  void append(std::span<const std::uint32_t> ids);

  /// Ends the appending; from now on ids() may be used.
  void finish();

  /// The row, in place: may be changed. Valid until truncate() or destruction.
  [[nodiscard]] std::span<std::uint32_t> ids();

  /// Forgets what stands behind the first `size` numbers.
  void truncate(std::size_t size) { size_ = size; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool on_disk() const { return file_.is_open(); }

 private:
  class Mapping {
   public:
    Mapping() = default;
    Mapping(const File& file, std::size_t bytes);
    Mapping(Mapping&& other) noexcept : data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_) {}
    Mapping& operator=(Mapping&& other) noexcept {
      std::swap(data_, other.data_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    ~Mapping();
    [[nodiscard]] void* data() const { return data_; }

   private:
    void* data_ = nullptr;
    std::size_t bytes_ = 0;
  };

  std::uint64_t budget_;
  std::size_t size_ = 0;  // numbers
  Region memory_;
  File file_;
  Mapping mapping_;
};

}  // namespace w2v
