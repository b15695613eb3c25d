#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <string>

#include "catch.hpp"

namespace w2v::test {

/// Bytes compressed by libarchive; `filter` is one of its archive_write_add_filter_...
inline std::string packed(const std::string& bytes, int (*filter)(archive*)) {
  // libarchive's writer ends the program.
  if (bytes.empty() && filter == archive_write_add_filter_lz4)
    return {"\x04\x22\x4D\x18\x64\x40\xA7\0\0\0\0\x05\x5D\xCC\x02", 15};
  std::string out(bytes.size() + 65536, '\0');
  std::size_t used = 0;
  archive* a = archive_write_new();
  REQUIRE(filter(a) == ARCHIVE_OK);
  archive_write_set_format_raw(a);
  archive_write_set_bytes_in_last_block(a, 1);
  REQUIRE(archive_write_open_memory(a, out.data(), out.size(), &used) == ARCHIVE_OK);
  archive_entry* entry = archive_entry_new();
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_write_header(a, entry);
  archive_write_data(a, bytes.data(), bytes.size());
  archive_entry_free(entry);
  REQUIRE(archive_write_free(a) == ARCHIVE_OK);
  out.resize(used);
  return out;
}

inline std::string gzip(const std::string& bytes) {
  return packed(bytes, archive_write_add_filter_gzip);
}

}  // namespace w2v::test
