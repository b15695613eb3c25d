#pragma once

#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/io/file.hpp"
#include "w2v/io/mapped_file.hpp"

namespace w2v {

/// What a file of sections is: its first 8 bytes, the version of what the sections hold, the word for it in messages
/// ("a checkpoint"), and what a message adds about a file of another version.
struct SectionFileKind {
  std::string_view magic;
  std::uint32_t version;
  const char* name;
  const char* other_version = "";
};

/// A named stretch of bytes; the name has 1 to 23 bytes. The bytes must outlive the section.
struct Section {
  std::string_view name;
  std::span<const std::byte> bytes;
};

/// The bytes of a string, an array, a vector or a span.
template <class Values>
std::span<const std::byte> bytes_of(const Values& values) {
  return std::as_bytes(std::span(values));
}

/// A line of the table of sections.
struct SectionEntry {
  std::string name;
  std::uint64_t offset = 0;  ///< in the file, a multiple of 64
  std::uint64_t length = 0;  ///< bytes
  std::uint64_t hash = 0;    ///< XXH3, 64 bits, of the section's bytes
};

/// Bytes that a file with sections of these lengths takes.
std::uint64_t section_file_bytes(std::span<const std::uint64_t> lengths);

/// Writes a file of sections, one behind the other, each aligned to 64 bytes and with a hash; docs/FORMATS.md describes
/// it byte by byte. The sections' bytes come piece by piece, so none is held in memory. Header and table stand at the
/// front and are written last. Throws Error.
class SectionWriter {
 public:
  /// Leaves place for the header and a table of exactly `sections` sections. The file must be new, and outlive the
  /// writer. Throws Error if the file is one that cannot be written at its front later, such as a pipe.
  SectionWriter(AtomicFile& file, const SectionFileKind& kind, std::size_t sections);

  /// Begins a section. The one before ends.
  void begin(std::string_view name);
  /// Appends bytes to the section.
  void write(std::span<const std::byte> bytes);
  /// Writes a whole section.
  void write(const Section& section);

  /// Ends the last section, and writes header and table. Does not commit. Returns the bytes of the file.
  std::uint64_t finish();

 private:
  void write_bytes(std::span<const std::byte> bytes);
  void end();

  struct FreeHash {
    void operator()(XXH3_state_t* hash) const { XXH3_freeState(hash); }
  };

  AtomicFile& file_;
  SectionFileKind kind_;
  std::size_t sections_;
  std::uint64_t written_ = 0;
  std::vector<SectionEntry> entries_;
  std::unique_ptr<XXH3_state_t, FreeHash> hash_;  // of the section that is being written
};

/// Writes a file of sections that are in memory. Does not commit. Returns the bytes of the file. Throws Error, before
/// it writes, if the disk has not enough space.
std::uint64_t write_sections(AtomicFile& file, const SectionFileKind& kind, std::span<const Section> sections);

/// The table of a file of sections, checked with its header. Nothing is allocated for what the file only claims to
/// have.
class SectionTable {
 public:
  /// The bytes at the front of a file that hold header and table, at most.
  static constexpr std::size_t most_bytes = 65 * 64;

  /// `front`: the first most_bytes of the file, or all `size` bytes of a shorter one. Throws Error, with the file, the
  /// place, what was expected and what was found, for a file that is of another kind or version, cut, or damaged in its
  /// header or table.
  SectionTable(std::string file, const SectionFileKind& kind, std::string_view front, std::uint64_t size);

  /// Throws Error if there is no such section.
  [[nodiscard]] const SectionEntry& operator[](std::string_view name) const;

  /// Throws Error unless `bytes` are those of the section, by their hash, and `filling` the zeros behind it.
  void check(std::string_view name, std::span<const std::byte> bytes, std::span<const std::byte> filling) const;

  /// The Error for a section whose bytes are as they were written and make no sense.
  [[nodiscard]] Error wrong(std::string_view name, std::string_view what) const;
  /// The same, for a section of another length, in bytes.
  [[nodiscard]] Error wrong_length(std::string_view name, std::uint64_t expected) const;

 private:
  std::string file_;
  std::vector<SectionEntry> entries_;
};

/// Reads a file of sections. Throws Error, as SectionTable does, for a file that is damaged in any byte that it reads.
class SectionReader {
 public:
  SectionReader(const std::string& path, const SectionFileKind& kind);

  /// Length of a section, in bytes.
  [[nodiscard]] std::uint64_t length(std::string_view name) const { return table_[name].length; }

  /// The bytes of a section.
  [[nodiscard]] std::string read(std::string_view name) const;
  /// The same, to where they belong: `out` is as long as the section.
  void read(std::string_view name, std::span<std::byte> out) const;

  /// SectionTable::wrong().
  [[nodiscard]] Error wrong(std::string_view name, std::string_view what) const { return table_.wrong(name, what); }

 private:
  void read_at(std::uint64_t offset, std::span<std::byte> out) const;

  File file_;
  SectionTable table_;
};

/// The sections of a mapped file, where they are. Opening it reads and checks header and table only. Movable; many
/// threads may read one at the same time.
class MappedSections {
 public:
  /// Throws Error, as SectionTable does.
  MappedSections(MappedFile file, const SectionFileKind& kind);

  [[nodiscard]] const MappedFile& file() const { return file_; }
  /// Length of a section, in bytes.
  [[nodiscard]] std::uint64_t length(std::string_view name) const { return table_[name].length; }

  /// The bytes of a section. They are not read, and may be damaged.
  [[nodiscard]] std::span<const std::byte> bytes(std::string_view name) const;
  /// The same as `count` values of a type. Throws Error if the section has another length.
  template <class Value>
  [[nodiscard]] std::span<const Value> values(std::string_view name, std::uint64_t count) const {
    const std::span<const std::byte> all = bytes(name);
    if (all.size() % sizeof(Value) != 0 || all.size() / sizeof(Value) != count)
      throw table_.wrong_length(name, count * sizeof(Value));
    return {reinterpret_cast<const Value*>(all.data()), all.size() / sizeof(Value)};
  }

  /// Reads a section and throws Error if it is damaged.
  void check(std::string_view name) const;
  /// SectionTable::wrong().
  [[nodiscard]] Error wrong(std::string_view name, std::string_view what) const { return table_.wrong(name, what); }

 private:
  MappedFile file_;
  SectionTable table_;
};

}  // namespace w2v
