#include "w2v/io/unpacked_source.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"

namespace w2v {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

[[noreturn]] void refuse_packed(const ByteSource& below, const char* reason) {
  throw Error(fmt::format("{}: cannot unpack after compressed byte {}: {}", below.name(), below.consumed(),
                          reason != nullptr ? reason : "damaged or cut"));
}

/// A gzip file, unpacked by zlib, which checks its checksums: one member or more, of which the next follows at once.
class GzipSource : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<ByteSource> below) : below_(std::move(below)), buffer_(buffer_bytes) {
    constexpr int largest_window = 15;
    constexpr int only_gzip = 16;
    if (inflateInit2(stream_.get(), largest_window + only_gzip) != Z_OK) throw std::bad_alloc();
  }

  std::size_t read_some(std::span<char> out) override {
    const auto wanted = static_cast<uInt>(std::min<std::size_t>(out.size(), 1U << 30));
    stream_->next_out = reinterpret_cast<Bytef*>(out.data());
    stream_->avail_out = wanted;
    while (stream_->avail_out == wanted && wanted > 0 && has_bytes()) {
      if (std::exchange(between_members_, false)) inflateReset(stream_.get());
      const int status = inflate(stream_.get(), Z_NO_FLUSH);
      between_members_ = status == Z_STREAM_END;
      if (!between_members_ && status != Z_OK && status != Z_BUF_ERROR) refuse_packed(*below_, stream_->msg);
    }
    return wanted - stream_->avail_out;
  }
  [[nodiscard]] std::uint64_t consumed() const override { return below_->consumed(); }
  [[nodiscard]] const std::string& name() const override { return below_->name(); }

 private:
  struct End {
    void operator()(z_stream* stream) const {
      inflateEnd(stream);
      delete stream;
    }
  };

  /// False at the end of the last member, behind which zeros may stand.
  bool has_bytes() {
    while (true) {
      while (between_members_ && stream_->avail_in > 0 && *stream_->next_in == 0) {
        ++stream_->next_in;
        --stream_->avail_in;
      }
      if (stream_->avail_in > 0) return true;
      stream_->next_in = reinterpret_cast<Bytef*>(buffer_.data());
      stream_->avail_in = static_cast<uInt>(below_->read_some(buffer_));
      if (stream_->avail_in > 0) continue;
      if (!between_members_) refuse_packed(*below_, "the file is cut");
      return false;
    }
  }

  std::unique_ptr<ByteSource> below_;
  std::vector<char> buffer_;
  std::unique_ptr<z_stream, End> stream_{new z_stream{}};
  bool between_members_ = false;
};

/// Makes libarchive unpack one kind of file; false if it would leave that to another program.
bool support(archive* a, FileKind kind) {
  const auto status = [&] {
    switch (kind) {
      case FileKind::bzip2:
        return archive_read_support_filter_bzip2(a);
      case FileKind::xz:
        return archive_read_support_filter_xz(a);
      case FileKind::zstd:
        return archive_read_support_filter_zstd(a);
      case FileKind::lz4:
        return archive_read_support_filter_lz4(a);
      case FileKind::compress:
        return archive_read_support_filter_compress(a);
      case FileKind::lzip:
        return archive_read_support_filter_lzip(a);
      case FileKind::lzma:
        return archive_read_support_filter_lzma(a);
      case FileKind::lzop:
        return archive_read_support_filter_lzop(a);
      default:
        return ARCHIVE_FATAL;
    }
  };
  return status() == ARCHIVE_OK;
}

/// A file of another kind, unpacked by libarchive.
class FilteredSource : public ByteSource {
 public:
  FilteredSource(std::unique_ptr<ByteSource> below, const KnownFile& known)
      : below_(std::move(below)), buffer_(buffer_bytes), archive_(archive_read_new()) {
    if (archive_ == nullptr) throw std::bad_alloc();
    if (!support(archive_.get(), known.kind)) {
      throw Error(fmt::format("{}: {}: this build of libarchive cannot unpack it: expected gzip, bzip2, xz or zstd",
                              below_->name(), known.name));
    }
    archive_read_support_format_raw(archive_.get());
    archive_read_support_format_empty(archive_.get());
    archive_entry* entry = nullptr;
    check(archive_read_open(archive_.get(), this, nullptr, &FilteredSource::refill, nullptr));
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
  [[nodiscard]] std::uint64_t consumed() const override { return below_->consumed(); }
  [[nodiscard]] const std::string& name() const override { return below_->name(); }

 private:
  struct Free {
    void operator()(archive* a) const { archive_read_free(a); }
  };

  static la_ssize_t refill(archive* a, void* self, const void** bytes) {
    auto* source = static_cast<FilteredSource*>(self);
    try {
      *bytes = source->buffer_.data();
      const std::size_t got = source->below_->read_some(source->buffer_);
      source->given_ += got;
      return static_cast<la_ssize_t>(got);
    } catch (...) {  // must not cross libarchive's C code
      source->fault_ = std::current_exception();
      archive_set_error(a, -1, "cannot read");
      return ARCHIVE_FATAL;
    }
  }

  /// Of a bzip2 file whose second stream is damaged libarchive would give the first alone.
  void require_all_read() {
    char more = 0;
    if (archive_filter_bytes(archive_.get(), -1) == static_cast<la_int64_t>(given_) &&
        below_->read_some({&more, 1}) == 0)
      return;
    refuse_packed(*below_, "bytes of another kind follow");
  }

  int check(int status) {
    if (status == ARCHIVE_OK || status == ARCHIVE_EOF) return status;
    if (fault_) std::rethrow_exception(fault_);
    refuse_packed(*below_, archive_error_string(archive_.get()));
  }

  std::unique_ptr<ByteSource> below_;
  std::vector<char> buffer_;
  std::unique_ptr<archive, Free> archive_;
  std::exception_ptr fault_;  // of below_
  std::uint64_t given_ = 0;   // bytes of below_ that libarchive has
  bool at_end_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> unpacked(std::unique_ptr<ByteSource> below, const KnownFile& known) {
  if (known.kind == FileKind::gzip) return std::make_unique<GzipSource>(std::move(below));
  return std::make_unique<FilteredSource>(std::move(below), known);
}

}  // namespace w2v
