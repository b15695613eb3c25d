#include "w2v/io/archive_reader.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;
constexpr std::uint64_t tar_block = 512;
constexpr std::string_view zip_end_mark = "PK\5\6";
constexpr std::uint64_t zip_end_bytes = 22;

/// While it lives, libarchive gives this thread names in UTF-8, whatever the program's locale is.
class NamesInUtf8 {
 public:
  NamesInUtf8() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) before_ = uselocale(locale_);
  }
  NamesInUtf8(const NamesInUtf8&) = delete;
  NamesInUtf8& operator=(const NamesInUtf8&) = delete;
  ~NamesInUtf8() {
    if (locale_ == nullptr) return;
    uselocale(before_);
    freelocale(locale_);
  }

 private:
  locale_t locale_;
  locale_t before_ = nullptr;
};

std::string name_of(archive_entry* entry) {
  if (const char* name = archive_entry_pathname(entry); name != nullptr) return name;
  const char* name = archive_entry_pathname_utf8(entry);
  return name != nullptr ? name : "?";
}

enum class Entry { file, folder, other };

Entry kind_of(archive_entry* entry, const std::string& name) {
  const auto type = archive_entry_filetype(entry);
  if (type == AE_IFDIR || (type == 0 && name.ends_with('/'))) return Entry::folder;
  if (type != AE_IFREG && type != 0) return Entry::other;
  // Of a file with two names a tar archive has the bytes once.
  const bool only_a_name = archive_entry_hardlink(entry) != nullptr && archive_entry_size(entry) == 0;
  return only_a_name ? Entry::other : Entry::file;
}

}  // namespace

bool is_hidden_name(std::string_view name) {
  return name.starts_with('.') || (name.find(".w2v-") != name.npos && name.ends_with(".tmp"));
}

/// What libarchive calls. No exception may cross its C code.
struct ArchiveReader::Callbacks {
  static la_ssize_t read(archive* a, void* self, const void** bytes) {
    auto* reader = static_cast<ArchiveReader*>(self);
    try {
      *bytes = reader->buffer_.data();
      return static_cast<la_ssize_t>(reader->refill());
    } catch (...) {
      reader->fault_ = std::current_exception();
      archive_set_error(a, -1, "cannot read");
      return ARCHIVE_FATAL;
    }
  }
  static la_int64_t seek(archive* /*a*/, void* self, la_int64_t offset, int whence) {
    auto* reader = static_cast<ArchiveReader*>(self);
    const auto size = static_cast<la_int64_t>(reader->size_);
    const la_int64_t from = whence == SEEK_SET   ? 0
                            : whence == SEEK_END ? size
                                                 : static_cast<la_int64_t>(reader->offset_);
    if (offset < -from || offset > size - from) return ARCHIVE_FATAL;
    reader->offset_ = static_cast<std::uint64_t>(from + offset);
    return from + offset;
  }
};

void ArchiveReader::Free::operator()(archive* a) const {
  archive_read_free(a);
}

ArchiveReader::ArchiveReader(std::string name, const KnownFile& known)
    : name_(std::move(name)), known_(known), buffer_(buffer_bytes), archive_(archive_read_new()) {
  if (archive_ == nullptr) throw std::bad_alloc();
}

ArchiveReader::ArchiveReader(std::unique_ptr<ByteSource> stream, const KnownFile& known)
    : ArchiveReader(stream->name(), known) {
  stream_ = std::move(stream);
  if (known.kind == FileKind::seven_zip) {
    throw Error(fmt::format(
        "{}: {}, which cannot be read from a pipe or through another compression: expected its file, or a zip or tar "
        "archive",
        name_, known.name));
  }
  open();
}

ArchiveReader::ArchiveReader(File file, const KnownFile& known) : ArchiveReader(file.name(), known) {
  file_ = std::move(file);
  size_ = file_.size();
  start_ = std::min(file_.position(), size_);
  size_ -= start_;
  std::string first(zip_end_mark.size(), '\0');
  at_end_ = file_.read_at(start_, first) == first.size() &&
            first == zip_end_mark;  // a zip archive of nothing, which libarchive does not know
  if (!at_end_) open();
}

ArchiveReader::~ArchiveReader() = default;

void ArchiveReader::open() {
  const NamesInUtf8 names;
  archive* a = archive_.get();
  switch (known_.kind) {
    case FileKind::zip:
      stream_ ? archive_read_support_format_zip_streamable(a) : archive_read_support_format_zip_seekable(a);
      break;
    case FileKind::seven_zip:
      archive_read_support_format_7zip(a);
      break;
    default:
      archive_read_support_format_tar(a);
      break;
  }
  archive_read_set_callback_data(a, this);
  archive_read_set_read_callback(a, &Callbacks::read);
  if (!stream_) archive_read_set_seek_callback(a, &Callbacks::seek);
  check(archive_read_open1(a));
  is_open_ = true;
}

std::size_t ArchiveReader::refill() {
  const std::size_t got =
      stream_ ? stream_->read_some(buffer_)
              : file_.read_at(start_ + offset_,
                              std::span(buffer_).first(std::min<std::uint64_t>(buffer_.size(), size_ - offset_)));
  offset_ += got;
  note_marks({buffer_.data(), got});
  return got;
}

/// Remembers what require_end() asks about the bytes that were read last.
void ArchiveReader::note_marks(std::string_view bytes) {
  if (!stream_) return;
  const std::uint64_t begin = offset_ - bytes.size();
  if (const std::size_t last = bytes.find_last_not_of('\0'); last != bytes.npos) behind_nonzero_ = begin + last + 1;
  if (known_.kind != FileKind::zip) return;
  const std::uint64_t before_begin = begin - before_.size();
  before_ += bytes.substr(0, zip_end_mark.size() - 1);  // a mark may lie across
  if (const std::size_t last = before_.rfind(zip_end_mark); last != before_.npos) end_mark_ = before_begin + last;
  if (const std::size_t last = bytes.rfind(zip_end_mark); last != bytes.npos) end_mark_ = begin + last;
  if (bytes.size() >= zip_end_mark.size()) before_.assign(bytes);
  before_.erase(0, before_.size() - std::min(before_.size(), zip_end_mark.size() - 1));
}

std::uint64_t ArchiveReader::consumed() const {
  return stream_ ? stream_->consumed() : at_end_ ? size_ : offset_;
}

std::string ArchiveReader::place() const {
  return file_name_.empty() ? name_ : fmt::format("{}: '{}'", name_, printable(file_name_, 200));
}

int ArchiveReader::check(int status) {
  if (status == ARCHIVE_OK || status == ARCHIVE_EOF || status == ARCHIVE_WARN) return status;
  if (fault_) std::rethrow_exception(fault_);
  if (is_open_ && archive_read_has_encrypted_entries(archive_.get()) > 0) {
    throw Error(fmt::format("{}: encrypted: expected an archive without a password", place()));
  }
  const char* reason = archive_error_string(archive_.get());
  throw Error(fmt::format("{}: cannot unpack {} behind byte {}: {}", place(), known_.name, offset_,
                          reason != nullptr ? printable(reason, 200) : "damaged or cut"));
}

std::optional<std::string> ArchiveReader::next(bool only_names) {
  if (at_end_) return std::nullopt;
  // What is not read of a 7z archive's file libarchive skips, and loses its place where much of it is packed into few
  // bytes.
  if (known_.kind == FileKind::seven_zip && !only_names && !file_name_.empty()) {
    std::vector<char> unread(buffer_bytes);
    while (read_some(unread) > 0) {
    }
  }
  const NamesInUtf8 names;
  file_name_.clear();
  archive_entry* entry = nullptr;
  while (check(archive_read_next_header(archive_.get(), &entry)) != ARCHIVE_EOF) {
    std::string name = name_of(entry);
    const Entry kind = kind_of(entry, name);
    if (kind == Entry::other) ++left_out_;
    if (kind != Entry::file) continue;
    file_name_ = name;
    if (archive_entry_is_encrypted(entry) != 0) {
      throw Error(fmt::format("{}: encrypted: expected an archive without a password", place()));
    }
    return name;
  }
  require_end();
  at_end_ = true;
  return std::nullopt;
}

/// A stream is read to its end, so that whoever writes it can. At its end a zip archive has a list of its files, and a
/// tar archive a block of zeros, with nothing but zeros behind it: where these are missing, files may be.
void ArchiveReader::require_end() {
  if (!stream_) return;
  const auto used = static_cast<std::uint64_t>(archive_filter_bytes(archive_.get(), 0));
  while (refill() > 0) {
  }
  if (known_.kind == FileKind::zip) {
    if (end_mark_ >= used && offset_ - end_mark_ >= zip_end_bytes) return;
    throw Error(
        fmt::format("{}: the zip archive is cut at byte {}: expected a list of its files at its end", name_, offset_));
  }
  if (behind_nonzero_ + tar_block <= used) return;
  if (behind_nonzero_ > used) {
    throw Error(fmt::format(
        "{}: bytes follow behind the tar archive: expected only zeros behind byte {}, found others up to byte {}",
        name_, used, behind_nonzero_ - 1));
  }
  throw Error(
      fmt::format("{}: the tar archive is cut at byte {}: expected a block of zeros at its end", name_, offset_));
}

std::size_t ArchiveReader::read_some(std::span<char> out) {
  const la_ssize_t got = archive_read_data(archive_.get(), out.data(), out.size());
  if (got < 0) check(ARCHIVE_FATAL);  // a warning, too: of a wrong size
  return static_cast<std::size_t>(got);
}

bool ArchiveReader::is_hidden(std::string_view file) {
  while (!file.empty()) {
    const std::size_t end = std::min(file.find('/'), file.size());
    const std::string_view part = file.substr(0, end);
    if (part != "." && part != ".." && is_hidden_name(part)) return true;
    file.remove_prefix(std::min(end + 1, file.size()));
  }
  return false;
}

}  // namespace w2v
