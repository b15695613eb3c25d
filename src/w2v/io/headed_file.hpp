#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "w2v/io/atomic_file.hpp"
#include "w2v/io/file.hpp"

namespace w2v {

/// A file whose head is known only when the rest is written, such as one that begins with the number of its rows. What
/// stands behind the head goes to a nameless file in $TMPDIR (else /var/tmp) first: nothing is held in memory, and the
/// output may be a pipe. The file is there after commit(), as AtomicFile's.
class HeadedFile {
 public:
  explicit HeadedFile(AtomicFile file);

  /// Bytes behind the head. Throws Error.
  void write(std::string_view bytes);

  /// Writes the head and what stands behind it. Throws Error.
  void finish(std::string_view head);

  /// The output itself; to be committed after finish().
  [[nodiscard]] AtomicFile& file() { return file_; }

 private:
  void flush();

  AtomicFile file_;
  File spool_;
  std::string buffer_;
};

}  // namespace w2v
