#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "w2v/base/observer.hpp"
#include "w2v/io/byte_source.hpp"
#include "w2v/io/opened_file.hpp"

namespace w2v {

/// The files that a path stands for: the file itself, or, of an archive, the files in it, in the order in which they
/// stand there, but for hidden ones.
class FileSeries {
 public:
  /// Opens the file, or standard input for "-". Throws Error.
  explicit FileSeries(const std::string& path);

  /// The next file, without its compression; null behind the last. The one before must not be used any more. Throws
  /// Error, also for an archive without files and one with an archive in it.
  std::unique_ptr<ByteSource> next();

  /// Finds out what can be found out before all is read. The series is used up. Throws as next().
  void look_ahead() &&;

  /// Links, devices and the like in the archive that were passed over so far.
  [[nodiscard]] std::uint64_t left_out() const { return file_.archive ? file_.archive->left_out() : 0; }
  /// The name that messages use.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool is_archive() const { return file_.archive != nullptr; }
  /// Bytes taken from the file so far.
  [[nodiscard]] std::uint64_t consumed() const;

 private:
  OpenedFile file_;
  std::string name_;
  bool is_empty_ = true;  // no file was given yet
};

/// The text of a file; of an archive, the files in it, one behind the other, each beginning a new line. `observer`, if
/// any, is told what is left out of an archive; it must outlive the text. Throws as FileSeries.
std::unique_ptr<ByteSource> open_text(const std::string& path, Observer* observer = nullptr);

}  // namespace w2v
