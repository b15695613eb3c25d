#include "command_line/standard_streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

#include "w2v/base/error.hpp"
#include "w2v/io/file.hpp"

namespace app {
namespace {

/// Before a command runs, all that the program has opened is closed on exec; what it was given when it began is not.
bool was_given(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFD);
  return flags >= 0 && (flags & FD_CLOEXEC) == 0;
}

}  // namespace

bool hold_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is the one that is missing. By O_PATH nothing can be read or written, only EBADF.
    if (open("/", O_PATH) != descriptor) return false;
  }
  return true;
}

std::string without_stream_name(const std::string& path, StreamUse use) {
  const std::optional<int> descriptor = w2v::descriptor_named(path);
  if (!descriptor) return path;
  if (*descriptor == (use == StreamUse::input ? STDIN_FILENO : STDOUT_FILENO)) return "-";
  if (was_given(*descriptor)) return path;
  throw w2v::UsageError(
      fmt::format("{}: descriptor {} is not open: expected a file, or a descriptor that is open", path, *descriptor));
}

}  // namespace app
