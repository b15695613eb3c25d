#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "w2v/io/file.hpp"

namespace w2v {

/// The bytes of a file as memory, read from the disk where they are looked at and never copied. They stay at
/// their address when the object is moved.
///
/// A file that is cut by somebody else while it is mapped has no bytes behind the cut: whoever looks at them
/// gets the signal SIGBUS, which a program that maps files must handle; mapping_name() tells it the file.
class MappedFile {
 public:
  /// Maps a file for reading. Nothing if it cannot be mapped: a pipe, a device, standard input, an empty
  /// file; nor if the system refuses to, unless it is `needed`. Throws Error if it cannot be opened.
  static std::optional<MappedFile> open(const std::string& path, bool needed = false);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept { swap(other); }
  MappedFile& operator=(MappedFile&& other) noexcept {
    swap(other);
    return *this;
  }
  ~MappedFile();

  [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// When the file was changed last, in nanoseconds since 1970, as it was opened.
  [[nodiscard]] std::int64_t modified() const { return modified_; }

  /// Brings `count` bytes from `first` on into memory and into the page tables, which is several times
  /// cheaper than a page fault for each page. Only a hint: nothing depends on it. Any thread may call it at
  /// any time.
  void populate(std::size_t first, std::size_t count) const;

 private:
  MappedFile(const char* data, std::size_t size, std::int64_t modified, std::string name)
      : data_(data), size_(size), modified_(modified), name_(std::move(name)) {}
  void swap(MappedFile& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(modified_, other.modified_);
    std::swap(name_, other.name_);
  }

  const char* data_ = nullptr;
  std::size_t size_ = 0;
  std::int64_t modified_ = 0;
  std::string name_;
};

/// Remembers the name of what is mapped at `data`, for mapping_name(), until forget_mapping(); where there is no memory
/// for it, it is not.
void note_mapping(const void* data, std::size_t size, const std::string& name) noexcept;
void forget_mapping(const void* data);

/// The name of the mapped file that `address` is in, or null if it is in none, or in one behind the first
/// 32. May be called by the handler of a signal.
const char* mapping_name(const void* address) noexcept;

}  // namespace w2v
