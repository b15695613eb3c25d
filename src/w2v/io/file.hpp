#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace w2v {

/// Makes reads that wait, for a person, a pipe or the writer of a named pipe, end by throwing Interrupted once
/// `descriptor` is readable; for programs that end on a signal, which may reach another thread than the one that
/// reads. -1, as at the start: they wait as long as it takes.
void interrupt_reads_by(int descriptor);

/// The descriptor of this process that a path names, also by links: N of /dev/fd/N and /proc/self/fd/N, and that of
/// /dev/stdin, /dev/stdout and /dev/stderr. Nothing for any other path. The descriptor need not be open.
std::optional<int> descriptor_named(const std::string& path);

/// An open file descriptor, closed at destruction. Every call repeats what a signal interrupts and
/// throws Error, with the file's name, for every other fault.
class File {
 public:
  File() = default;
  File(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}
  File(File&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), name_(std::move(other.name_)), terminal_(other.terminal_) {}
  File& operator=(File&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(name_, other.name_);
    std::swap(terminal_, other.terminal_);
    return *this;
  }
  ~File();

  /// Opens a file for reading; "-" is standard input. A folder is refused by name.
  static File open_to_read(const std::string& path);

  /// Another descriptor of standard output, or of one that messages call `name`: what is written comes behind what
  /// others have written there. Throws Error if it is not open for writing.
  ///
  /// Where an output of these three functions is a terminal, what is written goes through printable_lines(): words hold
  /// bytes of any kind, and a terminal obeys some.
  static File standard_output();
  static File of_descriptor(int descriptor, const std::string& name);
  /// Opens for writing what is there: a device or a named pipe.
  static File open_device(const std::string& path);

  /// A file without a name that disappears when it is closed, in $TMPDIR or /var/tmp.
  static File temporary();

  /// Reads what is there, at least one byte; 0 only at the end of the file or for an empty `out`. See
  /// interrupt_reads_by().
  std::size_t read_some(std::span<char> out);
  void write(std::span<const char> bytes);

  /// Fills `out` from a place of a regular file unless that ends first; returns the bytes read. Does not move on.
  std::size_t read_at(std::uint64_t offset, std::span<char> out) const;

  /// Writes over what is at a place, in bytes from the begin. Does not move on.
  void write_at(std::uint64_t offset, std::span<const char> bytes);

  [[nodiscard]] bool is_regular() const;
  /// Bytes of a regular file, and how many of them are read.
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] std::uint64_t position() const;

  /// Closes and checks: some file systems report a failed write only here.
  void close();

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  void write_all(std::string_view bytes);

  int descriptor_ = -1;
  std::string name_;
  bool terminal_ = false;
};

}  // namespace w2v
