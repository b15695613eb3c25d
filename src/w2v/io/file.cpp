#include "w2v/io/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <system_error>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

std::atomic<int> interrupting{-1};

Error fault(const std::string& name, const char* doing) {
  return Error(fmt::format("{}: cannot {}: {}", name, doing, system_message(errno)));
}

/// Returns when a read, or a write, will not wait; `event`: POLLIN, POLLOUT.
void wait_until_ready(int descriptor, short event) {
  std::array<pollfd, 2> waiting{pollfd{descriptor, event, 0}, pollfd{interrupting, POLLIN, 0}};
  while (poll(waiting.data(), waiting.size(), -1) < 0 && errno == EINTR) {
  }
  if (waiting[1].revents != 0) throw Interrupted();
}

/// True for the folder whose entries are the descriptors of this process.
bool holds_descriptors(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  if (folder == "/dev/fd" || folder == "/proc/self/fd") return true;  // also where /proc is not mounted
  std::error_code fault;
  const fs::path place = fs::canonical(folder.empty() ? "." : folder, fault);
  if (fault || place.filename() != "fd") return false;
  return place == fs::canonical("/proc/self/fd", fault) || place == fs::canonical("/proc/thread-self/fd", fault);
}

}  // namespace

std::optional<int> descriptor_named(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int most_links = 40;  // as the system follows
  std::error_code fault;
  fs::path place = path;
  for (int links = 0; links < most_links; ++links) {
    const std::optional<std::uint64_t> number = parse_integer(place.filename().string());
    if (number && *number <= std::numeric_limits<int>::max() && holds_descriptors(place.parent_path()))
      return static_cast<int>(*number);
    const fs::path target = fs::read_symlink(place, fault);
    if (fault) return std::nullopt;
    place = place.parent_path() / target;
  }
  return std::nullopt;
}

void interrupt_reads_by(int descriptor) {
  interrupting = descriptor;
}

File::~File() {
  if (is_open()) ::close(descriptor_);
}

File File::open_to_read(const std::string& path) {
  if (path == "-") {
    const int copy = dup(STDIN_FILENO);
    if (copy < 0) throw fault("standard input", "read");
    return {copy, "standard input"};
  }
  // Opening a named pipe would wait for its writer; the first read does, and can be interrupted.
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK), path);
  if (!file.is_open()) throw fault(path, "open");
  struct stat status {};
  if (fstat(file.descriptor(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw Error(fmt::format("{}: is a folder: expected a file", path));
  }
  return file;
}

File File::of_descriptor(int descriptor, const std::string& name) {
  const int flags = fcntl(descriptor, F_GETFL);
  const bool for_writing = flags >= 0 && (flags & O_PATH) == 0 && (flags & O_ACCMODE) != O_RDONLY;
  if (flags >= 0 && !for_writing) errno = EBADF;  // as write() would say, after all the work
  File file(for_writing ? dup(descriptor) : -1, name);
  if (!file.is_open()) throw fault(name, "write");
  file.terminal_ = isatty(file.descriptor_) != 0;
  return file;
}

File File::standard_output() {
  return of_descriptor(STDOUT_FILENO, "standard output");
}

File File::open_device(const std::string& path) {
  File file(::open(path.c_str(), O_WRONLY | O_CLOEXEC), path);
  if (!file.is_open()) throw fault(path, "open for writing");
  file.terminal_ = isatty(file.descriptor_) != 0;
  return file;
}

File File::temporary() {
  const char* wish = std::getenv("TMPDIR");
  const std::string folder = wish != nullptr && *wish != '\0' ? wish : "/var/tmp";
  std::string path = folder + "/w2v-XXXXXX";
  File file(mkostemp(path.data(), O_CLOEXEC), "temporary file in " + folder);
  if (!file.is_open()) throw fault(file.name(), "create");
  unlink(path.c_str());
  return file;
}

std::size_t File::read_some(std::span<char> out) {
  while (true) {
    wait_until_ready(descriptor_, POLLIN);
    const ssize_t got = ::read(descriptor_, out.data(), std::min<std::size_t>(out.size(), 1U << 30));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR && errno != EAGAIN) throw fault(name_, "read");
  }
}

std::size_t File::read_at(std::uint64_t offset, std::span<char> out) const {
  std::size_t filled = 0;
  while (filled < out.size()) {
    const ssize_t got = pread(descriptor_, out.data() + filled, std::min<std::size_t>(out.size() - filled, 1U << 30),
                              static_cast<off_t>(offset + filled));
    if (got == 0) break;
    if (got < 0 && errno != EINTR) throw fault(name_, "read");
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  return filled;
}

void File::write_at(std::uint64_t offset, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t put =
        pwrite(descriptor_, bytes.data(), std::min<std::size_t>(bytes.size(), 1U << 30), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throw fault(name_, "write");
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    offset += static_cast<std::uint64_t>(put);
  }
}

bool File::is_regular() const {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) throw fault(name_, "read");
  return S_ISREG(status.st_mode);
}

std::uint64_t File::size() const {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) throw fault(name_, "read");
  return static_cast<std::uint64_t>(status.st_size);
}

std::uint64_t File::position() const {
  const off_t place = lseek(descriptor_, 0, SEEK_CUR);
  if (place < 0) throw fault(name_, "read");
  return static_cast<std::uint64_t>(place);
}

void File::write(std::span<const char> bytes) {
  const std::string_view text(bytes.data(), bytes.size());
  if (terminal_) {
    write_all(printable_lines(text));
  } else {
    write_all(text);
  }
}

void File::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), std::min<std::size_t>(bytes.size(), 1U << 30));
    if (put >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(put));
    } else if (errno == EPIPE) {
      throw ClosedPipe(name_ + ": nobody reads it any more");
    } else if (errno == EAGAIN) {  // a pipe or terminal that another program has set so
      wait_until_ready(descriptor_, POLLOUT);
    } else if (errno != EINTR) {
      throw fault(name_, "write");
    }
  }
}

void File::close() {
  if (is_open() && ::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) throw fault(name_, "close");
}

}  // namespace w2v
