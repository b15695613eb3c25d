#include "w2v/io/section_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include "w2v/base/text.hpp"

namespace w2v {
namespace {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

constexpr std::uint64_t alignment = 64;
constexpr std::uint32_t most_sections = 64;
constexpr std::uint64_t known_integer = 0x0123456789ABCDEF;
constexpr double known_number = -0.1;

struct Header {
  std::array<char, 8> magic{};
  std::uint32_t version = 0;
  std::uint32_t sections = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t integer = known_integer;
  double number = known_number;
  std::array<std::uint64_t, 2> zeros{};
  std::uint64_t hash = 0;  // of header and table
};
static_assert(sizeof(Header) == alignment);

struct TableEntry {
  std::array<char, 24> name{};
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t hash = 0;  // of the section
  std::array<std::uint64_t, 2> zeros{};
};
static_assert(sizeof(TableEntry) == alignment);

std::uint64_t filled_up(std::uint64_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

constexpr std::array<std::byte, alignment> zeros{};

std::span<const std::byte> filling(std::uint64_t length) {
  return std::span(zeros).first(filled_up(length) - length);
}

std::uint64_t hash_of(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

/// Of header and table one after the other, with a hash of 0 in the header.
std::uint64_t hash_of(Header header, std::span<const TableEntry> table) {
  header.hash = 0;
  std::vector<std::byte> head(sizeof(header) + table.size_bytes());
  std::memcpy(head.data(), &header, sizeof(header));
  std::ranges::copy(std::as_bytes(table), head.data() + sizeof(header));
  return hash_of(head);
}

void write_bytes(AtomicFile& file, std::span<const std::byte> bytes) {
  file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

std::uint64_t section_file_bytes(std::span<const Section> sections) {
  std::uint64_t bytes = alignment * (1 + sections.size());
  for (const Section& section : sections) bytes += filled_up(section.bytes.size());
  return bytes;
}

void write_sections(AtomicFile& file, const SectionFileKind& kind, std::span<const Section> sections) {
  Header header;
  std::ranges::copy(kind.magic, header.magic.begin());
  header.version = kind.version;
  header.sections = static_cast<std::uint32_t>(sections.size());
  header.file_bytes = section_file_bytes(sections);
  file.require_space(header.file_bytes);

  std::vector<TableEntry> table(sections.size());
  std::uint64_t offset = alignment * (1 + sections.size());
  for (std::size_t i = 0; i < sections.size(); ++i) {
    std::ranges::copy(sections[i].name, table[i].name.begin());
    table[i].offset = offset;
    table[i].length = sections[i].bytes.size();
    table[i].hash = hash_of(sections[i].bytes);
    offset += filled_up(table[i].length);
  }
  header.hash = hash_of(header, table);
  write_bytes(file, std::as_bytes(std::span(&header, 1)));
  write_bytes(file, std::as_bytes(std::span(table)));
  for (const Section& section : sections) {
    write_bytes(file, section.bytes);
    write_bytes(file, filling(section.bytes.size()));
  }
}

SectionReader::SectionReader(const std::string& path, const SectionFileKind& kind) {
  if (path == "-") throw UsageError(fmt::format("a {} is read from a file: expected a path, found -", kind.name));
  file_ = File::open_to_read(path);
  struct stat status {};
  if (fstat(file_.descriptor(), &status) != 0)
    throw Error(fmt::format("{}: cannot read: {}", path, system_message(errno)));
  if (!S_ISREG(status.st_mode)) {
    throw Error(fmt::format("{}: is no regular file: expected a {}", path, kind.name));
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
  read_table(kind);
}

void SectionReader::read_table(const SectionFileKind& kind) {
  Header header;
  const std::string& path = file_.name();
  const std::size_t there = std::min<std::uint64_t>(size_, sizeof(header));
  read_at(0, std::as_writable_bytes(std::span(&header, 1)).first(there));
  const std::string_view magic(header.magic.data(), std::min(there, header.magic.size()));
  if (magic != kind.magic) {
    throw Error(
        fmt::format("{}: byte 0: not a {}: expected '{}', found '{}'", path, kind.name, kind.magic, printable(magic)));
  }
  if (there < sizeof(header))
    throw Error(
        fmt::format("{}: byte {}: the file is cut: expected a header of {} bytes", path, there, sizeof(header)));
  if (header.version != kind.version) {
    throw Error(
        fmt::format("{}: byte 8: a {} of another version: expected {}, found {}: only the w2v that wrote it reads it",
                    path, kind.name, kind.version, header.version));
  }
  if (header.sections > most_sections) {
    throw Error(fmt::format("{}: byte 12: damaged: expected at most {} sections, found {}", path, most_sections,
                            header.sections));
  }
  if (size_ < alignment * (1 + header.sections)) {
    throw Error(
        fmt::format("{}: byte {}: the file is cut: expected a table of {} sections", path, size_, header.sections));
  }
  std::vector<TableEntry> table(header.sections);
  read_at(alignment, std::as_writable_bytes(std::span(table)));
  if (const std::uint64_t found = hash_of(header, table); found != header.hash) {
    throw Error(fmt::format("{}: bytes 0 to {}: the header is damaged: expected the hash {:016x}, found {:016x}", path,
                            alignment * (1 + header.sections) - 1, header.hash, found));
  }
  if (header.integer != known_integer || header.number != known_number) {
    throw Error(
        fmt::format("{}: byte 24: written by a machine with other numbers: expected {:x} and {}, found {:x} and {}",
                    path, known_integer, known_number, header.integer, header.number));
  }
  if (header.file_bytes != size_) {
    throw Error(fmt::format("{}: byte {}: the file is {}: expected {} bytes, found {}", path,
                            std::min(size_, header.file_bytes), size_ < header.file_bytes ? "cut" : "too long",
                            header.file_bytes, size_));
  }
  std::uint64_t offset = alignment * (1 + table.size());
  for (const TableEntry& entry : table) {
    if (entry.offset != offset || entry.length > size_ - offset || filled_up(entry.length) > size_ - offset) {
      throw Error(
          fmt::format("{}: the table of sections makes no sense: expected a section at byte {}, found {} bytes at {}",
                      path, offset, entry.length, entry.offset));
    }
    entries_.push_back({std::string(entry.name.data(), strnlen(entry.name.data(), entry.name.size())), entry.offset,
                        entry.length, entry.hash});
    offset += filled_up(entry.length);
  }
  if (offset != size_) {
    throw Error(fmt::format("{}: byte {}: bytes behind the last section: expected {} bytes, found {}", path, offset,
                            offset, size_));
  }
}

const SectionReader::Entry& SectionReader::entry(std::string_view name) const {
  const auto found = std::ranges::find(entries_, name, &Entry::name);
  if (found == entries_.end()) throw Error(fmt::format("{}: no section '{}': expected one", file_.name(), name));
  return *found;
}

std::uint64_t SectionReader::length(std::string_view name) const {
  return entry(name).length;
}

std::string SectionReader::read(std::string_view name) const {
  std::string bytes(length(name), '\0');
  read(name, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

void SectionReader::read(std::string_view name, std::span<std::byte> out) const {
  const Entry& found = entry(name);
  if (out.size() != found.length)
    throw wrong(name, fmt::format("expected {} bytes, found {}", out.size(), found.length));
  read_at(found.offset, out);
  if (const std::uint64_t hash = hash_of(out); hash != found.hash) {
    throw wrong(name, fmt::format("damaged: expected the hash {:016x}, found {:016x}", found.hash, hash));
  }
  std::array<std::byte, alignment> fill;
  const std::span<std::byte> rest = std::span(fill).first(filled_up(found.length) - found.length);
  read_at(found.offset + found.length, rest);
  if (std::ranges::any_of(rest, [](std::byte byte) { return byte != std::byte{0}; })) {
    throw wrong(name, "damaged: expected zeros behind it");
  }
}

Error SectionReader::wrong(std::string_view name, std::string_view what) const {
  const Entry& found = entry(name);
  return Error(fmt::format("{}: bytes {} to {}, section '{}': {}", file_.name(), found.offset,
                           found.offset + filled_up(found.length), name, what));
}

void SectionReader::read_at(std::uint64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const ssize_t got =
        pread(file_.descriptor(), out.data(), std::min<std::size_t>(out.size(), 1U << 30), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw Error(fmt::format("{}: cannot read: {}", file_.name(), system_message(errno)));
    if (got == 0)
      throw Error(fmt::format("{}: byte {}: the file became shorter while it was read", file_.name(), offset));
    out = out.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
}

}  // namespace w2v
