#include "w2v/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

Error fault(const std::string& path, const char* doing) {
  return Error(fmt::format("{}: cannot {}: {}", path, doing, system_message(errno)));
}

std::string folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// By which a nameless file gets a name.
std::string path_of_descriptor(int descriptor) {
  return fmt::format("/proc/self/fd/{}", descriptor);
}

/// A file without a name that can get one; -1 with EOPNOTSUPP, EISDIR or EINVAL where the file system has none, or
/// there is no /proc.
int open_nameless(const std::string& folder, mode_t mode) {
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (descriptor < 0 || access(path_of_descriptor(descriptor).c_str(), F_OK) == 0) return descriptor;
  close(descriptor);
  errno = EOPNOTSUPP;
  return -1;
}

/// Calls make(name), which is false with errno, for names beside `target` that no other process or object uses, until
/// none of an earlier process is met. The name, or an empty one.
template <class Make>
std::string with_temporary_name(const std::string& target, Make&& make) {
  static std::atomic<int> serial{0};
  while (true) {
    const std::string name = fmt::format("{}.w2v-{}-{}.tmp", target, getpid(), ++serial);
    if (make(name)) return name;
    if (errno != EEXIST) return "";
  }
}

/// Where a path leads: through links, also if nothing is there.
std::string resolved(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code fault;
  fs::path place = path;
  for (int links = 0; links < 40 && fs::is_symlink(fs::symlink_status(place, fault)) && !fs::exists(place, fault);
       ++links) {
    place = place.parent_path() / fs::read_symlink(place, fault);
  }
  const std::string whole = fs::weakly_canonical(place, fault).string();
  return whole.empty() ? path : whole;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) {
  if (path == "-") {
    file_ = File::standard_output();
    return;
  }
  if (path.empty()) throw UsageError("the output path is empty: expected a file name or -");
  if (const std::optional<int> descriptor = descriptor_named(path)) {
    file_ = File::of_descriptor(*descriptor, path);
    return;
  }
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) throw Error(fmt::format("{}: is a folder: expected a file to write", path));
  if (exists && !S_ISREG(status.st_mode)) {
    file_ = File::open_device(path);
    return;
  }
  if (exists && access(path.c_str(), W_OK) != 0) throw fault(path, "replace");

  target_ = resolved(path);
  const std::string folder = folder_of(target_);
  const mode_t mode = exists ? status.st_mode & 0777 : 0666;
  int descriptor = open_nameless(folder, mode);
  if (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    temporary_path_ = with_temporary_name(target_, [&](const std::string& name) {
      descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      return descriptor >= 0;
    });
  }
  file_ = File(descriptor, path);
  if (!file_.is_open()) {
    temporary_path_.clear();
    throw fault(path, "create");
  }
  if (!exists) return;
  // As the file it replaces: its owner, or the writer where that is not allowed, and its mode, whatever the umask is.
  const bool anothers = status.st_uid != geteuid() || status.st_gid != getegid();
  if (anothers) [[maybe_unused]]
    const int refused = fchown(descriptor, status.st_uid, status.st_gid);
  fchmod(descriptor, mode);
}

AtomicFile::~AtomicFile() {
  if (!temporary_path_.empty()) unlink(temporary_path_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > buffer_size) flush();
  if (bytes.size() >= buffer_size) {
    file_.write(bytes);
  } else {
    buffer_ += bytes;
  }
}

void AtomicFile::write_at(std::uint64_t offset, std::string_view bytes) {
  flush();
  require_seekable();
  file_.write_at(offset, bytes);
}

void AtomicFile::require_seekable() const {
  if (!target_.empty()) return;
  if (file_.is_regular() || lseek(file_.descriptor(), 0, SEEK_CUR) < 0)
    throw Error(fmt::format("{}: is a pipe, a terminal or an open descriptor: expected a file", file_.name()));
}

void AtomicFile::flush() {
  file_.write(buffer_);
  buffer_.clear();
}

void AtomicFile::prepare() {
  flush();
  prepared_ = true;
  if (target_.empty()) {
    file_.close();
    return;
  }
  if (fsync(file_.descriptor()) != 0) throw fault(file_.name(), "write");
  if (temporary_path_.empty()) {  // give the nameless file a name: rename needs one to replace another file
    const std::string self = path_of_descriptor(file_.descriptor());
    temporary_path_ = with_temporary_name(target_, [&](const std::string& name) {
      return linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    });
    if (temporary_path_.empty()) throw fault(file_.name(), "create");
  }
  file_.close();
}

void AtomicFile::commit() {
  if (!prepared_) prepare();
  if (target_.empty()) return;
  if (std::rename(temporary_path_.c_str(), target_.c_str()) != 0) throw fault(file_.name(), "replace");
  temporary_path_.clear();
}

void AtomicFile::require_space(std::uint64_t bytes) const {
  if (target_.empty()) return;
  struct statvfs system {};
  if (statvfs(folder_of(target_).c_str(), &system) != 0) return;
  const std::uint64_t free = std::uint64_t{system.f_bavail} * system.f_frsize;
  if (free < bytes) {
    throw Error(fmt::format("{}: cannot write: needs {}, its disk has {} left", file_.name(), format_bytes(bytes),
                            format_bytes(free)));
  }
}

}  // namespace w2v
