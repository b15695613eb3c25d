#pragma once

#include <cstddef>
#include <string_view>

namespace w2v {

/// What a file is, as far as reading it is concerned.
enum class FileKind {
  plain,
  gzip,
  bzip2,
  xz,
  zstd,
  lz4,
  compress,  ///< .Z
  lzip,
  lzma,
  lzop,
  zip,
  tar,
  seven_zip,
  refused,  ///< an archive or a compressed file that cannot be read
};

constexpr bool is_compressed(FileKind kind) {
  return kind >= FileKind::gzip && kind <= FileKind::lzop;
}
constexpr bool is_archive(FileKind kind) {
  return kind >= FileKind::zip && kind <= FileKind::seven_zip;
}

struct KnownFile {
  FileKind kind = FileKind::plain;
  const char* name = "text";  ///< for messages: "a zip archive"
  bool sure = true;           ///< false if more bytes may tell more
};

/// So many bytes always tell what a file is.
inline constexpr std::size_t longest_head = 32'774;

/// Tells what a file is by its first bytes, never by its name. Text whose first bytes are those of an archive by chance
/// is text: every mark has bytes that text does not have, or is checked further. `complete`: no byte follows.
KnownFile known_file(std::string_view head, bool complete);

}  // namespace w2v
