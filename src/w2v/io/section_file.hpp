#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/io/file.hpp"

namespace w2v {

/// What a file of sections is: its first 8 bytes, the version of what the sections hold, and the word for it
/// in messages.
struct SectionFileKind {
  std::string_view magic;
  std::uint32_t version;
  const char* name;
};

/// A named stretch of bytes; the name has 1 to 23 bytes. The bytes must outlive the section.
struct Section {
  std::string_view name;
  std::span<const std::byte> bytes;
};

/// Bytes that a file of these sections takes.
std::uint64_t section_file_bytes(std::span<const Section> sections);

/// Writes a file of sections, each aligned to 64 bytes and with a hash (XXH3, 64 bits), all of it covered by
/// one hash or another; docs/FORMATS.md describes it byte by byte. Does not commit. Throws Error, before it
/// writes, if the disk has not enough space.
void write_sections(AtomicFile& file, const SectionFileKind& kind, std::span<const Section> sections);

/// Reads such a file. Nothing is allocated for what the file only claims to have. Throws Error, with the
/// file, the place, what was expected and what was found, for a file that is of another kind or version, cut,
/// or damaged in any byte.
class SectionReader {
 public:
  SectionReader(const std::string& path, const SectionFileKind& kind);

  /// Length of a section, in bytes.
  [[nodiscard]] std::uint64_t length(std::string_view name) const;

  /// The bytes of a section.
  [[nodiscard]] std::string read(std::string_view name) const;
  /// The same, to where they belong: `out` is as long as the section.
  void read(std::string_view name, std::span<std::byte> out) const;

  /// The Error for a section whose bytes are as they were written and make no sense.
  [[nodiscard]] Error wrong(std::string_view name, std::string_view what) const;

 private:
  struct Entry {
    std::string name;
    std::uint64_t offset;
    std::uint64_t length;
    std::uint64_t hash;
  };

  void read_table(const SectionFileKind& kind);
  [[nodiscard]] const Entry& entry(std::string_view name) const;
  void read_at(std::uint64_t offset, std::span<std::byte> out) const;

  File file_;
  std::uint64_t size_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace w2v
