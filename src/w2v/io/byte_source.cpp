#include "w2v/io/byte_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/known_file.hpp"
#include "w2v/io/opened_file.hpp"

namespace w2v {
namespace {

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

/// Which file of an archive is wanted: the one of that name, or the only one that is not hidden.
class Choice {
 public:
  Choice(std::string name, bool can_be_named) : name_(std::move(name)), can_be_named_(can_be_named) {}

  /// Takes note of a file; true if it is wanted.
  bool meet(const std::string& file) {
    const bool hidden = ArchiveReader::is_hidden(file);
    if (!hidden) ++files_;
    if (!hidden && named_.size() < most_named) named_.push_back(file);
    const bool wanted = name_.empty() ? !hidden : file == name_;
    if (wanted && ++found_ == 1) only_ = file;
    return wanted;
  }

  /// Throws Error unless the archive, all of whose files were met, has one file that is wanted.
  void require_one(const std::string& archive) const {
    if (found_ == 1) return;
    if (name_.empty() && files_ == 0) throw Error(fmt::format("{}: an archive without a file: expected one", archive));
    if (name_.empty()) {
      throw Error(fmt::format("{}: an archive of {} files: expected {}: {}", archive, files_,
                              can_be_named_ ? "--member NAME with one of them" : "one file", list()));
    }
    const std::string name = printable(name_, 200);
    if (found_ > 1)
      throw Error(
          fmt::format("{}: --member {}: the archive has {} files of that name: expected one", archive, name, found_));
    throw Error(fmt::format("{}: --member {}: no such file in the archive: expected one of its {}: {}", archive, name,
                            files_, list()));
  }

  [[nodiscard]] const std::string& only() const { return only_; }

 private:
  static constexpr std::size_t most_named = 20;

  [[nodiscard]] std::string list() const {
    std::string list;
    for (const std::string& file : named_) list += fmt::format("{}{}", list.empty() ? "" : ", ", printable(file, 200));
    return files_ > named_.size() ? list + ", ..." : list;
  }

  std::string name_;
  bool can_be_named_;
  std::vector<std::string> named_;
  std::uint64_t files_ = 0;  // that are not hidden
  std::uint64_t found_ = 0;
  std::string only_;
};

/// The wanted file of an archive that is read once: only at its end it shows whether there is another one.
class FirstOfStream : public ByteSource {
 public:
  FirstOfStream(std::unique_ptr<ByteSource> file, std::shared_ptr<ArchiveReader> archive, Choice choice)
      : file_(std::move(file)), archive_(std::move(archive)), choice_(std::move(choice)) {}

  std::size_t read_some(std::span<char> out) override {
    const std::size_t got = out.empty() || at_end_ ? 0 : file_->read_some(out);
    if (got > 0 || out.empty() || std::exchange(at_end_, true)) return got;
    while (const auto file = archive_->next()) choice_.meet(*file);
    choice_.require_one(archive_->name());
    return 0;
  }
  [[nodiscard]] std::uint64_t consumed() const override { return archive_->consumed(); }
  [[nodiscard]] const std::string& name() const override { return file_->name(); }

 private:
  std::unique_ptr<ByteSource> file_;
  std::shared_ptr<ArchiveReader> archive_;
  Choice choice_;
  bool at_end_ = false;
};

/// Walks through an archive and looks at no file in it.
Choice choice_in(ArchiveReader& archive, Choice choice) {
  while (const auto file = archive.next(true)) choice.meet(*file);
  choice.require_one(archive.name());
  return choice;
}

/// The wanted file of an archive, and the source it is read from.
std::unique_ptr<ByteSource> open_chosen(const std::shared_ptr<ArchiveReader>& archive, Choice choice, bool is_known) {
  while (const auto file = archive->next()) {
    if (!choice.meet(*file)) continue;
    std::unique_ptr<ByteSource> source = open_file_in(archive, *file);
    if (is_known) return source;
    return std::make_unique<FirstOfStream>(std::move(source), archive, std::move(choice));
  }
  choice.require_one(archive->name());
  return nullptr;
}

bool can_be_opened_twice(const std::string& path) {
  std::error_code fault;
  return path != "-" && std::filesystem::is_regular_file(path, fault);
}

std::unique_ptr<ByteSource> open_one(const std::string& path, const Choice& choice, bool named, bool whole) {
  OpenedFile opened = open_file(path);
  if (opened.bytes) {
    if (named)
      throw Error(fmt::format("{}: this file is not an archive: --member chooses a file in an archive, so leave it out",
                              opened.bytes->name()));
    return std::move(opened.bytes);
  }
  const bool twice = opened.has_list || can_be_opened_twice(path);
  if (twice) {
    choice_in(*opened.archive, choice);
    opened = open_file(path);
    if (!opened.archive) throw Error(fmt::format("{}: the file was changed while it was read", path));
  } else if (!named && !whole) {
    throw Error(fmt::format(
        "{}: an archive from a pipe shows its files one after the other: expected --member NAME beside --limit and "
        "--lenient",
        opened.archive->name()));
  }
  return open_chosen(opened.archive, choice, twice);
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
  return open_one(path, Choice("", false), false, true);
}

std::unique_ptr<ByteSource> open_member(const std::string& path, const std::string& member, bool whole) {
  return open_one(path, Choice(member, true), !member.empty(), whole);
}

std::string member_name(const std::string& path, const std::string& member) {
  if (!can_be_opened_twice(path)) return "";
  const OpenedFile opened = open_file(path);
  return opened.archive ? choice_in(*opened.archive, Choice(member, true)).only() : "";
}

bool has_member(const std::string& path, const std::string& name) {
  const OpenedFile opened = open_file(path);
  while (const auto file = opened.archive ? opened.archive->next(true) : std::nullopt) {
    if (*file == name) return true;
  }
  return false;
}

std::unique_ptr<ByteSource> memory_source(std::string_view bytes, std::string name) {
  return std::make_unique<MemorySource>(bytes, std::move(name));
}

bool looks_packed(std::string_view head) {
  return known_file(head, true).kind != FileKind::plain;
}

}  // namespace w2v
