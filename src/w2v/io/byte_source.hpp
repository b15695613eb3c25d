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

/// Opens a file, or standard input for "-". What is compressed is unpacked (known_file.hpp), also where it is
/// compressed twice; kinds are known by their first bytes, never by the file's name. An archive with one file in it is
/// that file; hidden ones do not count. Throws Error; for an archive with several files it names them.
std::unique_ptr<ByteSource> open_source(const std::string& path);

/// The same, for readers that have an option --member: `member` is the name of the file in the archive that is read, or
/// empty. `whole`: the reader goes to the end, where an archive from a pipe shows whether it has one file only;
/// without, such a one needs a name.
std::unique_ptr<ByteSource> open_member(const std::string& path, const std::string& member, bool whole);

/// The name of the file in the archive that open_member() reads; empty if `path` is none, or is read from a pipe.
std::string member_name(const std::string& path, const std::string& member);

/// Whether an archive, which is not read from a pipe, has a file of that name.
bool has_member(const std::string& path, const std::string& name);

/// Bytes in memory as a stream; they must outlive it.
std::unique_ptr<ByteSource> memory_source(std::string_view bytes, std::string name);

/// True if open_source() gives other bytes than the file's, which begins with these, or refuses it. `head`: its first
/// longest_head bytes, or all it has.
bool looks_packed(std::string_view head);

}  // namespace w2v
