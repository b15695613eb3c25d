#include "w2v/io/opened_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/file.hpp"
#include "w2v/io/known_file.hpp"
#include "w2v/io/unpacked_source.hpp"

namespace w2v {
namespace {

constexpr std::size_t first_read = 512;  // the header of a tar archive
constexpr int most_layers = 8;

class PlainSource : public ByteSource {
 public:
  explicit PlainSource(File file) : file_(std::move(file)) {}

  std::size_t read_some(std::span<char> out) override {
    const std::size_t got = file_.read_some(out);
    consumed_ += got;
    return got;
  }
  [[nodiscard]] std::uint64_t consumed() const override { return consumed_; }
  [[nodiscard]] const std::string& name() const override { return file_.name(); }
  [[nodiscard]] File& file() { return file_; }

 private:
  File file_;
  std::uint64_t consumed_ = 0;
};

/// A file in an archive.
class MemberSource : public ByteSource {
 public:
  MemberSource(std::shared_ptr<ArchiveReader> archive, const std::string& name)
      : archive_(std::move(archive)), name_(fmt::format("{}: '{}'", archive_->name(), printable(name, 200))) {}

  std::size_t read_some(std::span<char> out) override { return archive_->read_some(out); }
  [[nodiscard]] std::uint64_t consumed() const override { return archive_->consumed(); }
  [[nodiscard]] const std::string& name() const override { return name_; }

 private:
  std::shared_ptr<ArchiveReader> archive_;
  std::string name_;
};

/// A stream whose first bytes have been looked at already and are handed out first.
class PeekedSource : public ByteSource {
 public:
  PeekedSource(std::unique_ptr<ByteSource> below, std::string head)
      : below_(std::move(below)), head_(std::move(head)) {}

  std::size_t read_some(std::span<char> out) override {
    const std::size_t got = std::min(out.size(), head_.size() - head_used_);
    if (got == 0) return below_->read_some(out);
    std::memcpy(out.data(), head_.data() + head_used_, got);
    head_used_ += got;
    return got;
  }
  [[nodiscard]] std::uint64_t consumed() const override { return below_->consumed(); }
  [[nodiscard]] const std::string& name() const override { return below_->name(); }

 private:
  std::unique_ptr<ByteSource> below_;
  std::string head_;
  std::size_t head_used_ = 0;
};

/// What a stream is, and the bytes that had to be read for it: no more than needed, for whoever types a short line
/// waits for its answer.
KnownFile look_at(ByteSource& source, std::string& head) {
  while (true) {
    const std::size_t seen = head.size();
    head.resize(std::max(first_read, std::min(longest_head, 2 * seen)));
    const std::size_t got = source.read_some({head.data() + seen, head.size() - seen});
    head.resize(seen + got);
    const KnownFile known = known_file(head, got == 0 || head.size() >= longest_head);
    if (known.sure) return known;
  }
}

[[noreturn]] void refuse(const std::string& name, const KnownFile& known) {
  throw Error(fmt::format(
      "{}: {}, which cannot be read: expected text or vectors, plain, compressed, or in a zip, tar or 7z archive", name,
      known.name));
}

/// A stream without its compression, at its start, and what it is.
struct Unpacked {
  std::unique_ptr<ByteSource> source;
  KnownFile known;
};

Unpacked unpack(std::unique_ptr<ByteSource> source, KnownFile known, std::string head) {
  for (int layer = 0; true; ++layer) {
    source = std::make_unique<PeekedSource>(std::move(source), std::move(head));
    if (known.kind == FileKind::refused) refuse(source->name(), known);
    if (!is_compressed(known.kind)) return {std::move(source), known};
    if (layer == most_layers) {
      throw Error(
          fmt::format("{}: compressed more than {} times: expected text or vectors", source->name(), most_layers));
    }
    source = unpacked(std::move(source), known);
    head.clear();
    known = look_at(*source, head);
  }
}

/// An image of a disk has its mark behind 32 KB of anything.
void refuse_image(File& file) {
  std::string start(longest_head, '\0');
  constexpr std::size_t mark = 32'768;
  const std::span<char> end(start.data() + mark, start.size() - mark);
  if (file.read_at(file.position() + mark, end) < end.size()) return;
  if (const KnownFile known = known_file(start, true); known.kind == FileKind::refused) refuse(file.name(), known);
}

}  // namespace

OpenedFile open_file(const std::string& path) {
  File file = File::open_to_read(path);
  const bool regular = file.is_regular();
  if (regular) {
    refuse_image(file);
    // What is in it is found anywhere.
    std::string head(first_read, '\0');
    head.resize(file.read_at(file.position(), head));
    const KnownFile known = known_file(head, true);
    if (known.kind == FileKind::zip || known.kind == FileKind::seven_zip) {
      return {nullptr, std::make_shared<ArchiveReader>(std::move(file), known), true};
    }
  }
  auto source = std::make_unique<PlainSource>(std::move(file));
  std::string head;
  const KnownFile known = look_at(*source, head);
  Unpacked found = unpack(std::move(source), known, std::move(head));
  if (!is_archive(found.known.kind)) return {std::move(found.source), nullptr, false};
  return {nullptr, std::make_shared<ArchiveReader>(std::move(found.source), found.known), false};
}

std::unique_ptr<ByteSource> open_file_in(std::shared_ptr<ArchiveReader> archive, const std::string& name) {
  std::unique_ptr<ByteSource> source = std::make_unique<MemberSource>(std::move(archive), name);
  std::string head;
  const KnownFile known = look_at(*source, head);
  Unpacked found = unpack(std::move(source), known, std::move(head));
  if (is_archive(found.known.kind)) {
    throw Error(fmt::format("{}: {} within an archive: expected text or vectors: unpack the outer one",
                            found.source->name(), found.known.name));
  }
  return std::move(found.source);
}

}  // namespace w2v
