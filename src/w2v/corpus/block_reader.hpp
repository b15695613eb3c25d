#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/base/observer.hpp"
#include "w2v/io/byte_source.hpp"
#include "w2v/io/file_series.hpp"

namespace w2v {

/// The files that paths stand for: a folder stands for all files in it and below, in order of their paths, but for
/// those whose name starts with a dot; "-" for standard input. Links to files are followed. What else a folder holds is
/// left out; `observer`, or null, is told of it. Throws Error for a path that does not exist and a folder without
/// files, UsageError for
/// "-" named twice.
std::vector<std::string> list_files(const std::vector<std::string>& paths, Observer* observer = nullptr);

/// Cuts a list of files into blocks of text that begin and end between two tokens, and never between a `\r` and its
/// `\n`. An archive stands for the files in it, in the order in which they stand there; where files are spoken of, each
/// of them is one.
class BlockReader {
 public:
  /// `block_bytes`: length of a block; one grows beyond it only for a token that is longer.
  BlockReader(std::vector<std::string> files, std::size_t block_bytes);

  /// Tells this observer, which must outlive the reader, what is left out of archives.
  void report_to(Observer& observer) { observer_ = &observer; }

  /// Puts the next block into `text`, false at the end of the last file. A UTF-8 byte-order mark at the start of a file
  /// is left out. The last line of a file gets an end, `\n`, if it has none. After next() has thrown it gives false:
  /// threads that share the reader ask it once more before they see that another one failed, and only the first message
  /// is right.
  bool next(std::string& text);

  /// True if the block that next() gave is the first of its file.
  [[nodiscard]] bool starts_file() const { return starts_file_; }

  /// Bytes taken from files so far.
  [[nodiscard]] std::uint64_t consumed() const;
  /// Bytes of all files, 0 if one of them is not a plain file.
  [[nodiscard]] std::uint64_t total() const { return total_; }

 private:
  bool read_block(std::string& text);
  bool open_next();

  std::vector<std::string> files_;
  std::size_t block_bytes_;
  Observer* observer_ = nullptr;
  std::size_t next_file_ = 0;
  std::optional<FileSeries> series_;    // of the file that is read
  std::unique_ptr<ByteSource> source_;  // a file of it
  bool at_start_ = false;               // of source_
  bool starts_file_ = false;
  bool in_line_ = false;  // the last block of source_ ended without a line end
  std::string rest_;      // behind the last separator of the last block
  std::uint64_t consumed_ = 0;
  std::uint64_t total_ = 0;
  bool failed_ = false;
};

}  // namespace w2v
