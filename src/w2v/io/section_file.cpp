#include "w2v/io/section_file.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <new>
#include <stdexcept>
#include <utility>

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

std::string_view chars_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TableEntry saved(const SectionEntry& entry) {
  TableEntry saved;
  std::ranges::copy(entry.name, saved.name.begin());
  saved.offset = entry.offset;
  saved.length = entry.length;
  saved.hash = entry.hash;
  return saved;
}

/// The first bytes of a file, as many as a header and a table can have.
std::string front_of(File& file) {
  std::string front(std::min<std::uint64_t>(file.size(), SectionTable::most_bytes), '\0');
  front.resize(file.read_at(0, front));
  return front;
}

/// The header of a file of this kind and version, whose table is there, too; its hash is not compared. Throws Error.
Header known_header(const std::string& path, const SectionFileKind& kind, std::string_view front) {
  Header header;
  std::memcpy(&header, front.data(), std::min(front.size(), sizeof(header)));
  if (const std::string_view magic = front.substr(0, kind.magic.size()); magic != kind.magic) {
    throw Error(
        fmt::format("{}: byte 0: not {}: expected '{}', found '{}'", path, kind.name, kind.magic, printable(magic)));
  }
  if (front.size() < sizeof(header)) {
    throw Error(
        fmt::format("{}: byte {}: the file is cut: expected a header of {} bytes", path, front.size(), sizeof(header)));
  }
  // Behind the version, a file of another one may have another layout.
  if (header.version != kind.version) {
    throw Error(fmt::format("{}: byte 8: {} of another version: expected {}, found {}{}", path, kind.name, kind.version,
                            header.version, kind.other_version));
  }
  if (header.sections > most_sections) {
    throw Error(fmt::format("{}: byte 12: damaged: expected at most {} sections, found {}", path, most_sections,
                            header.sections));
  }
  if (front.size() < alignment * (1 + header.sections)) {
    throw Error(fmt::format("{}: byte {}: the file is cut: expected a table of {} sections", path, front.size(),
                            header.sections));
  }
  return header;
}

/// The table of a file whose header and table are as they were written. Throws Error.
std::vector<TableEntry> checked_table(const std::string& path, const SectionFileKind& kind, std::string_view front,
                                      std::uint64_t size) {
  const Header header = known_header(path, kind, front);
  std::vector<TableEntry> table(header.sections);
  const std::span<std::byte> out = std::as_writable_bytes(std::span(table));
  std::ranges::copy(std::as_bytes(std::span(front)).subspan(sizeof(header), out.size()), out.begin());
  if (const std::uint64_t found = hash_of(header, table); found != header.hash) {
    throw Error(fmt::format("{}: bytes 0 to {}: the header is damaged: expected the hash {:016x}, found {:016x}", path,
                            alignment * (1 + table.size()) - 1, header.hash, found));
  }
  if (header.integer != known_integer || header.number != known_number) {
    throw Error(
        fmt::format("{}: byte 24: written by a machine with other numbers: expected {:x} and {}, found {:x} and {}",
                    path, known_integer, known_number, header.integer, header.number));
  }
  if (header.file_bytes != size) {
    throw Error(fmt::format("{}: byte {}: the file is {}: expected {} bytes, found {}", path,
                            std::min(size, header.file_bytes), size < header.file_bytes ? "cut" : "too long",
                            header.file_bytes, size));
  }
  return table;
}

File open_regular(const std::string& path, const SectionFileKind& kind) {
  if (path == "-") throw UsageError(fmt::format("{} is read from a file: expected a path, found -", kind.name));
  File file = File::open_to_read(path);
  if (!file.is_regular()) throw Error(fmt::format("{}: is no regular file: expected {}", path, kind.name));
  return file;
}

}  // namespace

std::uint64_t section_file_bytes(std::span<const std::uint64_t> lengths) {
  std::uint64_t bytes = alignment * (1 + lengths.size());
  for (const std::uint64_t length : lengths) bytes += filled_up(length);
  return bytes;
}

SectionWriter::SectionWriter(AtomicFile& file, const SectionFileKind& kind, std::size_t sections)
    : file_(file), kind_(kind), sections_(sections), hash_(XXH3_createState()) {
  if (hash_ == nullptr) throw std::bad_alloc();
  file_.require_seekable();
  for (std::size_t i = 0; i < 1 + sections; ++i) write_bytes(zeros);
}

void SectionWriter::begin(std::string_view name) {
  end();
  entries_.push_back({std::string(name), written_, 0, 0});
  XXH3_64bits_reset(hash_.get());
}

void SectionWriter::write(std::span<const std::byte> bytes) {
  XXH3_64bits_update(hash_.get(), bytes.data(), bytes.size());
  write_bytes(bytes);
}

void SectionWriter::write(const Section& section) {
  begin(section.name);
  write(section.bytes);
}

std::uint64_t SectionWriter::finish() {
  end();
  if (entries_.size() != sections_)
    throw std::logic_error(fmt::format("{} sections were written: expected {}", entries_.size(), sections_));
  std::vector<TableEntry> table;
  std::ranges::transform(entries_, std::back_inserter(table), saved);
  Header header;
  std::ranges::copy(kind_.magic, header.magic.begin());
  header.version = kind_.version;
  header.sections = static_cast<std::uint32_t>(table.size());
  header.file_bytes = written_;
  header.hash = hash_of(header, table);
  file_.write_at(0, chars_of(std::as_bytes(std::span(&header, 1))));
  file_.write_at(sizeof(header), chars_of(std::as_bytes(std::span(table))));
  return written_;
}

void SectionWriter::write_bytes(std::span<const std::byte> bytes) {
  file_.write(chars_of(bytes));
  written_ += bytes.size();
}

/// Ends the section that is being written, if one is.
void SectionWriter::end() {
  if (entries_.empty()) return;
  SectionEntry& entry = entries_.back();
  entry.length = written_ - entry.offset;
  entry.hash = XXH3_64bits_digest(hash_.get());
  write_bytes(std::span(zeros).first(filled_up(entry.length) - entry.length));
}

std::uint64_t write_sections(AtomicFile& file, const SectionFileKind& kind, std::span<const Section> sections) {
  std::vector<std::uint64_t> lengths;
  for (const Section& section : sections) lengths.push_back(section.bytes.size());
  file.require_space(section_file_bytes(lengths));
  SectionWriter writer(file, kind, sections.size());
  for (const Section& section : sections) writer.write(section);
  return writer.finish();
}

SectionTable::SectionTable(std::string file, const SectionFileKind& kind, std::string_view front, std::uint64_t size)
    : file_(std::move(file)) {
  const std::vector<TableEntry> table = checked_table(file_, kind, front, size);
  std::uint64_t offset = alignment * (1 + table.size());
  for (const TableEntry& entry : table) {
    if (entry.offset != offset || entry.length > size - offset || filled_up(entry.length) > size - offset) {
      throw Error(
          fmt::format("{}: the table of sections makes no sense: expected a section at byte {}, found {} bytes at {}",
                      file_, offset, entry.length, entry.offset));
    }
    entries_.push_back({std::string(entry.name.data(), strnlen(entry.name.data(), entry.name.size())), entry.offset,
                        entry.length, entry.hash});
    offset += filled_up(entry.length);
  }
  if (offset != size) {
    throw Error(fmt::format("{}: byte {}: bytes behind the last section: expected {} bytes, found {}", file_, offset,
                            offset, size));
  }
}

const SectionEntry& SectionTable::operator[](std::string_view name) const {
  const auto found = std::ranges::find(entries_, name, &SectionEntry::name);
  if (found == entries_.end()) throw Error(fmt::format("{}: no section '{}': expected one", file_, name));
  return *found;
}

void SectionTable::check(std::string_view name, std::span<const std::byte> bytes,
                         std::span<const std::byte> filling) const {
  const std::uint64_t expected = (*this)[name].hash;
  if (const std::uint64_t found = hash_of(bytes); found != expected)
    throw wrong(name, fmt::format("damaged: expected the hash {:016x}, found {:016x}", expected, found));
  if (std::ranges::any_of(filling, [](std::byte byte) { return byte != std::byte{0}; }))
    throw wrong(name, "damaged: expected zeros behind it");
}

Error SectionTable::wrong(std::string_view name, std::string_view what) const {
  const SectionEntry& entry = (*this)[name];
  return Error(fmt::format("{}: bytes {} to {}, section '{}': {}", file_, entry.offset,
                           entry.offset + filled_up(entry.length), name, what));
}

Error SectionTable::wrong_length(std::string_view name, std::uint64_t expected) const {
  return wrong(name, fmt::format("expected {} bytes, found {}", expected, (*this)[name].length));
}

SectionReader::SectionReader(const std::string& path, const SectionFileKind& kind)
    : file_(open_regular(path, kind)), table_(path, kind, front_of(file_), file_.size()) {}

std::string SectionReader::read(std::string_view name) const {
  std::string bytes(length(name), '\0');
  read(name, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

void SectionReader::read(std::string_view name, std::span<std::byte> out) const {
  const SectionEntry& entry = table_[name];
  if (out.size() != entry.length) throw table_.wrong_length(name, out.size());
  read_at(entry.offset, out);
  std::array<std::byte, alignment> fill;
  const std::span<std::byte> filling = std::span(fill).first(filled_up(entry.length) - entry.length);
  read_at(entry.offset + entry.length, filling);
  table_.check(name, out, filling);
}

void SectionReader::read_at(std::uint64_t offset, std::span<std::byte> out) const {
  const std::size_t got = file_.read_at(offset, {reinterpret_cast<char*>(out.data()), out.size()});
  if (got < out.size())
    throw Error(fmt::format("{}: byte {}: the file became shorter while it was read", file_.name(), offset + got));
}

MappedSections::MappedSections(MappedFile file, const SectionFileKind& kind)
    : file_(std::move(file)),
      table_(file_.name(), kind, file_.bytes().substr(0, SectionTable::most_bytes), file_.bytes().size()) {}

std::span<const std::byte> MappedSections::bytes(std::string_view name) const {
  const SectionEntry& entry = table_[name];
  return std::as_bytes(std::span(file_.bytes())).subspan(entry.offset, entry.length);
}

void MappedSections::check(std::string_view name) const {
  const std::span<const std::byte> all = bytes(name);
  table_.check(name, all, {all.data() + all.size(), filled_up(all.size()) - all.size()});
}

}  // namespace w2v
