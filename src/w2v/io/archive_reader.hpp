#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/io/byte_source.hpp"
#include "w2v/io/file.hpp"
#include "w2v/io/known_file.hpp"

struct archive;

namespace w2v {

/// True for the name of a file or folder that a walk through a folder leaves out: one that starts with a dot, and the
/// unfinished file of an AtomicFile.
bool is_hidden_name(std::string_view name);

/// The files in an archive, one after the other, in the order in which their bytes stand there: tar, zip and 7z, by
/// libarchive. Nothing is written to a disk, and no file is held in memory as a whole. Folders in it have no bytes and
/// are passed over, links and devices are, too, and counted. Throws Error for an archive that is damaged, cut or
/// encrypted.
class ArchiveReader {
 public:
  /// Reads a stream from start to end. Of a zip archive it sees no list of files, so a link is a file to it. 7z cannot
  /// be read so.
  ArchiveReader(std::unique_ptr<ByteSource> stream, const KnownFile& known);
  /// Reads a regular file, where it likes.
  ArchiveReader(File file, const KnownFile& known);
  ~ArchiveReader();
  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;

  /// Moves on to the next file; its name, as bytes, or nothing at the end. `only_names`: no file of the archive will be
  /// read, which is quicker.
  std::optional<std::string> next(bool only_names = false);

  /// Bytes of the file that next() moved to; 0 only at its end.
  std::size_t read_some(std::span<char> out);

  /// True for a file that is hidden, or in a hidden folder.
  static bool is_hidden(std::string_view file);

  [[nodiscard]] FileKind kind() const { return known_.kind; }
  /// Links, devices and the like that were passed over so far.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  /// Bytes read so far, of the file below.
  [[nodiscard]] std::uint64_t consumed() const;
  /// The archive's name.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  struct Free {
    void operator()(archive* a) const;
  };
  struct Callbacks;

  ArchiveReader(std::string name, const KnownFile& known);
  void open();
  [[nodiscard]] std::string place() const;
  int check(int status);
  void require_end();
  void note_marks(std::string_view bytes);
  std::size_t refill();

  std::string name_;
  KnownFile known_;
  std::unique_ptr<ByteSource> stream_;  // or none, and:
  File file_;
  std::uint64_t start_ = 0;   // of the archive in file_
  std::uint64_t offset_ = 0;  // of the next byte to read, from start_
  std::uint64_t size_ = 0;    // bytes of file_ from start_ on
  std::vector<char> buffer_;
  std::unique_ptr<archive, Free> archive_;
  std::exception_ptr fault_;          // of stream_ or file_
  std::uint64_t behind_nonzero_ = 0;  // place behind the last byte read that is not zero
  std::string file_name_;             // of the file that is read; empty if none is
  std::uint64_t left_out_ = 0;
  std::uint64_t end_mark_ = 0;  // of a zip stream: place of the last bytes that begin the end of its list of files
  std::string before_;          // the last bytes of the buffer before
  bool is_open_ = false;
  bool at_end_ = false;
};

}  // namespace w2v
