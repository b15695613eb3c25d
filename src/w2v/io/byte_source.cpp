#include "w2v/io/byte_source.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/io/file.hpp"

namespace w2v {
namespace {

using namespace std::string_view_literals;

/// A plain file. Its first bytes have been looked at already and are handed out first.
class PlainSource : public ByteSource {
 public:
  PlainSource(File file, std::string head) : file_(std::move(file)), head_(std::move(head)) {}

  std::size_t read_some(std::span<char> out) override {
    std::size_t got = std::min(out.size(), head_.size() - head_used_);
    if (got > 0) {
      std::memcpy(out.data(), head_.data() + head_used_, got);
      head_used_ += got;
    } else {
      got = file_.read_some(out);
    }
    consumed_ += got;
    return got;
  }
  [[nodiscard]] std::uint64_t consumed() const override { return consumed_; }
  [[nodiscard]] const std::string& name() const override { return file_.name(); }

 private:
  File file_;
  std::string head_;
  std::size_t head_used_ = 0;
  std::uint64_t consumed_ = 0;
};

class MemorySource : public ByteSource {
 public:
  MemorySource(std::string_view bytes, std::string name) : bytes_(bytes), name_(std::move(name)) {}

  std::size_t read_some(std::span<char> out) override {
    const std::size_t got = bytes_.copy(out.data(), out.size(), consumed_);
    consumed_ += got;
    return got;
  }
  [[nodiscard]] std::uint64_t consumed() const override { return consumed_; }
  [[nodiscard]] const std::string& name() const override { return name_; }

 private:
  std::string_view bytes_;
  std::string name_;
  std::size_t consumed_ = 0;
};

[[noreturn]] void refuse_packed(const PlainSource& file, const char* reason) {
  throw Error(fmt::format("{}: cannot unpack after compressed byte {}: {}", file.name(), file.consumed(),
                          reason != nullptr ? reason : "damaged or cut"));
}

/// A gzip file, unpacked by zlib, which checks its checksums: one member or more, of which the next follows at once.
class GzipSource : public ByteSource {
 public:
  GzipSource(File file, std::string head) : plain_(std::move(file), std::move(head)), buffer_(std::size_t{1} << 16) {
    constexpr int largest_window = 15;
    constexpr int only_gzip = 16;
    if (inflateInit2(stream_.get(), largest_window + only_gzip) != Z_OK) throw std::bad_alloc();
    first_is_there_ = unpack({&first_, 1}) == 1;  // what is no gzip file at all shows when it is opened
  }

  std::size_t read_some(std::span<char> out) override {
    if (out.empty() || !std::exchange(first_is_there_, false)) return unpack(out);
    out[0] = first_;
    return 1;
  }
  [[nodiscard]] std::uint64_t consumed() const override { return plain_.consumed(); }
  [[nodiscard]] const std::string& name() const override { return plain_.name(); }

 private:
  struct End {
    void operator()(z_stream* stream) const {
      inflateEnd(stream);
      delete stream;
    }
  };

  std::size_t unpack(std::span<char> out) {
    const auto wanted = static_cast<uInt>(std::min<std::size_t>(out.size(), 1U << 30));
    stream_->next_out = reinterpret_cast<Bytef*>(out.data());
    stream_->avail_out = wanted;
    while (stream_->avail_out == wanted && has_bytes()) {
      if (std::exchange(between_members_, false)) inflateReset(stream_.get());
      const int status = inflate(stream_.get(), Z_NO_FLUSH);
      between_members_ = status == Z_STREAM_END;
      if (!between_members_ && status != Z_OK && status != Z_BUF_ERROR) refuse_packed(plain_, stream_->msg);
    }
    return wanted - stream_->avail_out;
  }

  /// False at the end of the last member, behind which zeros may stand.
  bool has_bytes() {
    while (true) {
      while (between_members_ && stream_->avail_in > 0 && *stream_->next_in == 0) {
        ++stream_->next_in;
        --stream_->avail_in;
      }
      if (stream_->avail_in > 0) return true;
      stream_->next_in = reinterpret_cast<Bytef*>(buffer_.data());
      stream_->avail_in = static_cast<uInt>(plain_.read_some(buffer_));
      if (stream_->avail_in > 0) continue;
      if (!between_members_) refuse_packed(plain_, "the file is cut");
      return false;
    }
  }

  PlainSource plain_;
  std::vector<char> buffer_;
  std::unique_ptr<z_stream, End> stream_{new z_stream{}};
  char first_ = 0;
  bool first_is_there_ = false;
  bool between_members_ = false;
};

/// A bzip2, xz or zstd file, unpacked by libarchive.
class CompressedSource : public ByteSource {
 public:
  CompressedSource(File file, std::string head)
      : plain_(std::move(file), std::move(head)), buffer_(std::size_t{1} << 16), archive_(archive_read_new()) {
    if (archive_ == nullptr) throw std::bad_alloc();
    archive_read_support_filter_bzip2(archive_.get());
    archive_read_support_filter_xz(archive_.get());
    archive_read_support_filter_zstd(archive_.get());
    archive_read_support_format_raw(archive_.get());
    archive_read_support_format_empty(archive_.get());
    archive_entry* entry = nullptr;
    check(archive_read_open(archive_.get(), this, nullptr, &CompressedSource::refill, nullptr));
    at_end_ = check(archive_read_next_header(archive_.get(), &entry)) == ARCHIVE_EOF;
    // What is too short to be unpacked would come out as it is.
    if (archive_filter_code(archive_.get(), 0) == ARCHIVE_FILTER_NONE) check(ARCHIVE_FATAL);
  }

  std::size_t read_some(std::span<char> out) override {
    if (at_end_) return 0;
    const la_ssize_t got = archive_read_data(archive_.get(), out.data(), out.size());
    if (got < 0) check(static_cast<int>(got));
    at_end_ = got <= 0;
    if (at_end_) require_all_read();
    return at_end_ ? 0 : static_cast<std::size_t>(got);
  }
  [[nodiscard]] std::uint64_t consumed() const override { return plain_.consumed(); }
  [[nodiscard]] const std::string& name() const override { return plain_.name(); }

 private:
  struct Free {
    void operator()(archive* a) const { archive_read_free(a); }
  };

  static la_ssize_t refill(archive* a, void* self, const void** bytes) {
    auto* source = static_cast<CompressedSource*>(self);
    try {
      *bytes = source->buffer_.data();
      return static_cast<la_ssize_t>(source->plain_.read_some(source->buffer_));
    } catch (...) {  // must not cross libarchive's C code
      source->fault_ = std::current_exception();
      archive_set_error(a, -1, "cannot read");
      return ARCHIVE_FATAL;
    }
  }

  /// Of a bzip2 file whose second stream is damaged libarchive would give the first alone.
  void require_all_read() {
    char more = 0;
    if (archive_filter_bytes(archive_.get(), -1) == static_cast<la_int64_t>(consumed()) && plain_.read_some({&more, 1}) == 0) return;
    refuse_packed(plain_, "bytes of another kind follow");
  }

  int check(int status) {
    if (status == ARCHIVE_OK || status == ARCHIVE_EOF) return status;
    if (fault_) std::rethrow_exception(fault_);
    refuse_packed(plain_, archive_error_string(archive_.get()));
  }

  PlainSource plain_;
  std::vector<char> buffer_;
  std::unique_ptr<archive, Free> archive_;
  std::exception_ptr fault_;  // of plain_
  bool at_end_ = false;
};

enum class Compressed { no, yes, not_yet_known };

constexpr std::string_view gzip_mark = "\x1F\x8B\x08";

/// Compares the first bytes of a stream with the marks of compressed files, as far as both go.
Compressed is_compressed(std::string_view head) {
  constexpr std::array marks{gzip_mark,
                             "\xFD" "7zXZ\0"sv,                         // xz
                             "\x28\xB5\x2F\xFD"sv,                      // zstd
                             "BZh?\x31\x41\x59\x26\x53\x59"sv,          // bzip2, a block; ? for a digit
                             "BZh?\x17\x72\x45\x38\x50\x90"sv};         // bzip2 of nothing
  Compressed known = Compressed::no;
  for (const std::string_view mark : marks) {
    const std::size_t length = std::min(mark.size(), head.size());
    const bool alike = std::equal(mark.begin(), mark.begin() + length, head.begin(), [](char wanted, char found) {
      return wanted == '?' ? found >= '1' && found <= '9' : wanted == found;
    });
    if (!alike) continue;
    if (length == mark.size()) return Compressed::yes;
    known = Compressed::not_yet_known;
  }
  return known;
}

}  // namespace

std::size_t ByteSource::read(std::span<char> out) {
  std::size_t filled = 0;
  while (filled < out.size()) {
    const std::size_t got = read_some(out.subspan(filled));
    if (got == 0) break;
    filled += got;
  }
  return filled;
}

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  File file = File::open_to_read(path);
  std::string head;
  // No byte more than needed: whoever types a short line waits for its answer.
  while (is_compressed(head) == Compressed::not_yet_known) {
    const std::size_t known = head.size();
    head.resize(16);
    const std::size_t got = file.read_some({head.data() + known, head.size() - known});
    head.resize(known + got);
    if (got == 0) break;
  }
  if (head.starts_with(gzip_mark)) return std::make_unique<GzipSource>(std::move(file), std::move(head));
  if (is_compressed(head) == Compressed::yes) return std::make_unique<CompressedSource>(std::move(file), std::move(head));
  return std::make_unique<PlainSource>(std::move(file), std::move(head));
}

std::unique_ptr<ByteSource> memory_source(std::string_view bytes, std::string name) {
  return std::make_unique<MemorySource>(bytes, std::move(name));
}

bool looks_compressed(std::string_view head) { return is_compressed(head) == Compressed::yes; }

}  // namespace w2v
