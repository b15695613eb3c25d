#include "w2v/io/headed_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"

namespace w2v {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

}  // namespace

HeadedFile::HeadedFile(AtomicFile file) : file_(std::move(file)), spool_(File::temporary()) {}

void HeadedFile::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= buffer_size) flush();
}

void HeadedFile::flush() {
  spool_.write(buffer_);
  buffer_.clear();
}

void HeadedFile::finish(std::string_view head) {
  flush();
  if (lseek(spool_.descriptor(), 0, SEEK_SET) != 0) {
    throw Error(fmt::format("{}: cannot read: {}", spool_.name(), system_message(errno)));
  }
  file_.write(head);
  std::vector<char> block(buffer_size);
  while (const std::size_t got = spool_.read_some(block)) file_.write({block.data(), got});
}

}  // namespace w2v
