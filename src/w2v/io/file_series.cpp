#include "w2v/io/file_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

/// The files of an archive as one text.
class JoinedFiles : public ByteSource {
 public:
  JoinedFiles(FileSeries series, Observer* observer) : series_(std::move(series)), observer_(observer) {}

  std::size_t read_some(std::span<char> out) override {
    if (out.empty()) return 0;
    while (start_.empty()) {
      const std::size_t got = file_ ? file_->read_some(out) : 0;
      if (got > 0) {
        ends_line_ = out[got - 1] == '\n';
        return got;
      }
      if (!open_next()) return 0;
    }
    const std::size_t got = std::min(out.size(), start_.size());
    std::memcpy(out.data(), start_.data(), got);
    start_.erase(0, got);
    ends_line_ = out[got - 1] == '\n';
    return got;
  }
  [[nodiscard]] std::uint64_t consumed() const override { return series_.consumed(); }
  [[nodiscard]] const std::string& name() const override { return series_.name(); }

 private:
  /// Moves on to the next file. Its start is the end of the line before, and its first bytes, of which a byte-order
  /// mark is none.
  bool open_next() {
    file_.reset();
    file_ = series_.next();
    if (!file_) {
      if (observer_ != nullptr && series_.left_out() > 0) observer_->left_out_of_archive(name(), series_.left_out());
      return false;
    }
    std::string head(3, '\0');
    head.resize(file_->read(head));
    if (!head.empty()) start_ = (ends_line_ ? "" : "\n") + std::string(without_byte_order_mark(head));
    return true;
  }

  FileSeries series_;
  Observer* observer_;
  std::unique_ptr<ByteSource> file_;
  std::string start_;
  bool ends_line_ = true;
};

}  // namespace

FileSeries::FileSeries(const std::string& path)
    : file_(open_file(path)), name_(file_.archive ? file_.archive->name() : file_.bytes->name()) {}

std::unique_ptr<ByteSource> FileSeries::next() {
  if (!file_.archive) {
    is_empty_ = false;
    return std::move(file_.bytes);
  }
  while (const std::optional<std::string> name = file_.archive->next()) {
    if (ArchiveReader::is_hidden(*name)) continue;
    is_empty_ = false;
    return open_file_in(file_.archive, *name);
  }
  if (is_empty_) throw Error(fmt::format("{}: an archive without files: expected text", name_));
  return nullptr;
}

void FileSeries::look_ahead() && {
  // To come to a file in the others all before it have to be unpacked.
  if (!file_.has_list || file_.archive->kind() != FileKind::zip) return;
  while (next()) {
  }
}

std::uint64_t FileSeries::consumed() const {
  return file_.archive ? file_.archive->consumed() : file_.bytes ? file_.bytes->consumed() : 0;
}

std::unique_ptr<ByteSource> open_text(const std::string& path, Observer* observer) {
  FileSeries series(path);
  if (!series.is_archive()) return series.next();
  return std::make_unique<JoinedFiles>(std::move(series), observer);
}

}  // namespace w2v
