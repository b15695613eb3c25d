#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace w2v {

/// A stream of bytes that is read once, from start to end.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Reads what is there, at least one byte; 0 only at the end. Throws Error with the stream's name.
  virtual std::size_t read_some(std::span<char> out) = 0;

  /// Fills `out` unless the stream ends first; returns the bytes read.
  std::size_t read(std::span<char> out);

  /// Bytes taken so far from the file below: compressed ones for a compressed file.
  [[nodiscard]] virtual std::uint64_t consumed() const = 0;

  /// The name that messages use: the path, or "standard input".
  [[nodiscard]] virtual const std::string& name() const = 0;
};

/// Opens a file, or standard input for "-". gzip, bzip2, xz and zstd are unpacked; they are known by their first
/// bytes, never by the file's name. Throws Error.
std::unique_ptr<ByteSource> open_source(const std::string& path);

/// Bytes in memory as a stream; they must outlive it.
std::unique_ptr<ByteSource> memory_source(std::string_view bytes, std::string name);

/// True if a file that begins with these bytes, its first 16 or all it has, would be unpacked by open_source().
bool looks_compressed(std::string_view head);

}  // namespace w2v
