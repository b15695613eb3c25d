#include "w2v/io/known_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "../packed.hpp"
#include "../support.hpp"

namespace w2v::test {
namespace {

/// An archive of libarchive's with one file; `format` is one of its archive_write_set_format_...
std::string archived(const std::string& name, int (*format)(archive*)) {
  std::string out(std::size_t{1} << 20, '\0');
  std::size_t used = 0;
  archive* a = archive_write_new();
  REQUIRE(format(a) == ARCHIVE_OK);
  archive_write_set_bytes_in_last_block(a, 1);
  REQUIRE(archive_write_open_memory(a, out.data(), out.size(), &used) == ARCHIVE_OK);
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, name.c_str());
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_size(entry, 4);
  const int status = archive_write_header(a, entry);
  CAPTURE(name, archive_format_name(a));
  REQUIRE((status == ARCHIVE_OK || status == ARCHIVE_WARN));
  archive_write_data(a, "text", 4);
  archive_entry_free(entry);
  REQUIRE(archive_write_free(a) == ARCHIVE_OK);
  out.resize(used);
  return out;
}

/// Bytes that come one by one tell the kind in the end, and nothing wrong before.
void require_known(const std::string& bytes, FileKind kind) {
  const std::size_t most = std::min(bytes.size(), longest_head);
  for (std::size_t size = 0; size <= most; size = size < 600 || size == most ? size + 1 : std::min(size + 997, most)) {
    const KnownFile known = known_file(std::string_view(bytes).substr(0, size), false);
    CAPTURE(size, known.name);
    if (known.kind == kind) {
      REQUIRE(known.sure);
      return;
    }
    REQUIRE(known.kind == FileKind::plain);
    REQUIRE(!known.sure);
  }
  FAIL("never known");
}

TEST_CASE("archives are known as soon as their bytes tell", "[io]") {
  for (const std::string& name : {"a.txt"s, std::string(90, 'x'), std::string(100, 'y'), "caf\xC3\xA9"s}) {
    require_known(archived(name, archive_write_set_format_ustar), FileKind::tar);
    require_known(archived(name, archive_write_set_format_gnutar), FileKind::tar);
    if (name.size() < 100) require_known(archived(name, archive_write_set_format_v7tar), FileKind::tar);
    require_known(archived(name, archive_write_set_format_pax), FileKind::tar);
    require_known(archived(name, archive_write_set_format_zip), FileKind::zip);
  }
  require_known(archived("a", archive_write_set_format_7zip), FileKind::seven_zip);
  for (const auto format : {archive_write_set_format_cpio_newc, archive_write_set_format_cpio_odc,
                            archive_write_set_format_ar_bsd, archive_write_set_format_xar}) {
    require_known(archived("a", format), FileKind::refused);
  }
  require_known(archived("a", archive_write_set_format_iso9660), FileKind::refused);
}

TEST_CASE("the name of a tar archive's first file may have a line end, where the whole header is there", "[io]") {
  const std::string bytes = archived("a\nb", archive_write_set_format_ustar);
  REQUIRE(known_file(std::string_view(bytes).substr(0, 512), false).kind == FileKind::tar);
  REQUIRE(known_file(std::string_view(bytes).substr(0, 20), false).sure);  // perhaps a line that wants its answer
}

TEST_CASE("a header with another sum is not of a tar archive", "[io]") {
  std::string bytes = archived("a.txt", archive_write_set_format_ustar).substr(0, 512);
  for (const std::size_t place : {0, 50, 120, 300, 511}) {
    std::string other = bytes;
    other[place] = static_cast<char>(other[place] ^ 1);
    REQUIRE(known_file(other, true).kind == FileKind::plain);
  }
  // As old programs add bytes up that are not ASCII: as signed ones.
  bytes[0] = '\xE9';
  REQUIRE(known_file(bytes, true).kind == FileKind::plain);
  int sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) sum += i >= 148 && i < 156 ? ' ' : static_cast<signed char>(bytes[i]);
  bytes.replace(148, 8, fmt::format("{:06o}", sum) + "\0 "s);
  REQUIRE(known_file(bytes, true).kind == FileKind::tar);
}

TEST_CASE("compressed files are known as soon as their bytes tell", "[io]") {
  require_known(gzip("text"), FileKind::gzip);
  require_known(packed("text", archive_write_add_filter_bzip2), FileKind::bzip2);
  require_known(packed("text", archive_write_add_filter_xz), FileKind::xz);
  require_known(packed("text", archive_write_add_filter_zstd), FileKind::zstd);
  require_known(packed("text", archive_write_add_filter_lz4), FileKind::lz4);
  require_known(packed("text", archive_write_add_filter_compress), FileKind::compress);
  require_known(packed("text", archive_write_add_filter_lzip), FileKind::lzip);
  require_known(packed("text", archive_write_add_filter_lzma), FileKind::lzma);
}

TEST_CASE("a line of text is known to be text", "[io]") {
  for (const std::string& line :
       {"king\n"s, "P\n"s, "PK\n"s, "BZh\n"s, "0707\n"s, "]\n"s, "7z\n"s, "ab-lh\n"s, "\xC7q\n"s, "\n"s, "a\0b\n"s}) {
    CAPTURE(line);
    REQUIRE(known_file(line, false).kind == FileKind::plain);
    REQUIRE(known_file(line, false).sure);
  }
}

}  // namespace
}  // namespace w2v::test
