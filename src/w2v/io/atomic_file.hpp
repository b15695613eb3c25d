#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "w2v/io/file.hpp"

namespace w2v {

/// A file that comes into being whole or not at all. Bytes go to a nameless file in the same folder (a
/// temporary name where the file system has no nameless files); commit() syncs it and puts it in the place of
/// `path` at once. Until then, and if commit() is never reached, a file that was there stays as it was.
///
/// "-" is standard output; a device or pipe is written to directly, for nothing can replace it. So is an open
/// descriptor that the path names (see descriptor_named()), whatever file is behind it.
class AtomicFile {
 public:
  /// Opens the output, so a path that cannot be written is found before any work. Throws Error.
  explicit AtomicFile(const std::string& path);
  AtomicFile(AtomicFile&&) = default;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  void write(std::string_view bytes);

  /// Writes over bytes that were written before, at a place in bytes from the begin of the file. Throws Error, as does
  /// require_seekable(), where require_seekable() throws.
  void write_at(std::uint64_t offset, std::string_view bytes);
  /// Throws Error if bytes that were written cannot be changed any more, or belong to others: for a pipe, a terminal,
  /// and an open descriptor of a file.
  void require_seekable() const;

  /// Does of commit() all that may fail for want of space. Where several files belong together, each is prepared before
  /// the first is committed, so that all of them come into being or none.
  void prepare();
  void commit();

  /// Throws Error if the folder's file system has less than `bytes` free. Devices and pipes pass.
  void require_space(std::uint64_t bytes) const;

  /// The name that messages use: the path, or "standard output".
  [[nodiscard]] const std::string& name() const { return file_.name(); }

 private:
  void flush();

  std::string target_;          // the file to replace, links followed; empty for direct output
  std::string temporary_path_;  // empty while the temporary file has no name
  File file_;
  std::string buffer_;
  bool prepared_ = false;
};

}  // namespace w2v
