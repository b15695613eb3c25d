#pragma once

#include <memory>
#include <string>

#include "w2v/io/archive_reader.hpp"
#include "w2v/io/byte_source.hpp"

namespace w2v {

/// A file without its compression: either its bytes, or an archive.
struct OpenedFile {
  std::unique_ptr<ByteSource> bytes;
  std::shared_ptr<ArchiveReader> archive;
  bool has_list = false;  ///< of the archive: what is in it can be found out before its files are read, at little cost
};

/// Opens a file, or standard input for "-". Throws Error, also for archives and compressed files that cannot be read.
OpenedFile open_file(const std::string& path);

/// The file that the archive stands at, without its compression. Throws Error if that is an archive, too. Only the
/// source that was made last may be read.
std::unique_ptr<ByteSource> open_file_in(std::shared_ptr<ArchiveReader> archive, const std::string& name);

}  // namespace w2v
