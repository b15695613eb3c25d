#include "w2v/corpus/block_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/lines.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/archive_reader.hpp"

namespace w2v {
namespace fs = std::filesystem;
namespace {

/// What an entry is, or what a link leads to; not_found for one that leads nowhere.
fs::file_type type_of(const fs::directory_entry& entry) {
  std::error_code fault;
  const fs::file_type type = entry.status(fault).type();
  if (type != fs::file_type::none) return type;
  if (fault == std::errc::too_many_symbolic_link_levels) return fs::file_type::not_found;
  throw fs::filesystem_error("", entry.path(), fault);
}

/// Counts an entry that is no file and no folder to walk.
void skip(fs::file_type type, SkippedEntries& skipped) {
  switch (type) {
    case fs::file_type::not_found:
      ++skipped.dangling_links;
      break;
    case fs::file_type::directory:
      ++skipped.links_to_folders;
      break;
    default:
      ++skipped.others;
      break;
  }
}

std::vector<std::string> files_below(const std::string& folder, Observer* observer) {
  std::vector<std::string> files;
  SkippedEntries skipped;
  try {
    for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator(); ++entry) {
      const std::string name = entry->path().filename().string();
      const bool hidden = is_hidden_name(name);
      if (hidden) {
        if (!entry->is_symlink() && entry->is_directory()) entry.disable_recursion_pending();
        continue;
      }
      const fs::file_type type = type_of(*entry);
      if (type == fs::file_type::regular) {
        files.push_back(entry->path().string());
      } else if (type != fs::file_type::directory || entry->is_symlink()) {
        skip(type, skipped);
      }
    }
  } catch (const fs::filesystem_error& e) {
    throw Error(
        fmt::format("{}: cannot list: {}", e.path1().empty() ? folder : e.path1().string(), e.code().message()));
  }
  if (observer != nullptr && skipped.count() > 0) observer->skipped(folder, skipped);
  if (files.empty()) throw Error(fmt::format("{}: a folder without files: expected text", folder));
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<std::string> list_files(const std::vector<std::string>& paths, Observer* observer) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code fault;
    const fs::file_type type = path == "-" ? fs::file_type::unknown : fs::status(path, fault).type();
    if (type == fs::file_type::none) throw Error(fmt::format("{}: cannot open: {}", path, fault.message()));
    if (type == fs::file_type::directory) {
      const std::vector<std::string> found = files_below(path, observer);
      files.insert(files.end(), found.begin(), found.end());
    } else {
      if (path == "-" && std::find(files.begin(), files.end(), path) != files.end()) {
        throw UsageError("standard input (-) is named twice: it can be read once");
      }
      files.push_back(path);
    }
  }
  return files;
}

BlockReader::BlockReader(std::vector<std::string> files, std::size_t block_bytes)
    : files_(std::move(files)), block_bytes_(std::max<std::size_t>(block_bytes, 3)) {  // a byte-order mark fits
  // All are looked at before the first is read: a wrong name must not show after an hour.
  bool known = true;
  for (const std::string& file : files_) {
    if (file == "-") {
      known = false;
      continue;
    }
    std::error_code fault;
    const fs::file_status status = fs::status(file, fault);
    if (!fs::exists(status)) throw Error(fmt::format("{}: cannot open: {}", file, fault.message()));
    if (!fs::is_regular_file(status)) {
      known = false;  // a pipe or device is opened once, when its turn comes
      continue;
    }
    FileSeries(file).look_ahead();
    total_ += fs::file_size(file);
  }
  if (!known) total_ = 0;
}

bool BlockReader::open_next() {
  while (true) {
    if (series_) {
      source_ = series_->next();
      at_start_ = true;
      in_line_ = false;
      if (source_) return true;
      consumed_ += series_->is_archive() ? series_->consumed() : 0;
      if (observer_ != nullptr && series_->left_out() > 0)
        observer_->left_out_of_archive(series_->name(), series_->left_out());
      series_.reset();
    }
    if (next_file_ == files_.size()) return false;
    series_.emplace(files_[next_file_++]);
  }
}

std::uint64_t BlockReader::consumed() const {
  if (series_ && series_->is_archive()) return consumed_ + series_->consumed();
  return consumed_ + (source_ ? source_->consumed() : 0);
}

bool BlockReader::next(std::string& text) {
  if (failed_) return false;
  failed_ = true;  // unless read_block() returns
  const bool more = read_block(text);
  failed_ = false;
  return more;
}

bool BlockReader::read_block(std::string& text) {
  text = std::exchange(rest_, {});
  starts_file_ = false;
  std::size_t wanted = block_bytes_;
  while (true) {
    if (source_ == nullptr) {
      if (!open_next()) return false;
      wanted = block_bytes_;
    }
    const std::size_t known = text.size();
    text.resize(std::max(wanted, known + block_bytes_ / 2));
    const std::size_t got = source_->read({text.data() + known, text.size() - known});
    const bool ended = got < text.size() - known;
    text.resize(known + got);
    if (std::exchange(at_start_, false)) {
      starts_file_ = true;
      if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
      if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
        throw Error(fmt::format("{}: byte 0: expected UTF-8, found UTF-16: iconv -f UTF-16 -t UTF-8 makes it so",
                                source_->name()));
      }
    }
    if (ended) {
      if (!series_->is_archive()) consumed_ += source_->consumed();
      source_.reset();
      if (text.empty() ? in_line_ : !is_line_end(text.back())) text += '\n';
      if (!text.empty()) return true;
      continue;
    }
    // No cut behind a return at the very end: the newline that belongs to it may come next.
    const std::string_view known_lines = std::string_view(text).substr(0, text.size() - (text.ends_with('\r') ? 1 : 0));
    std::size_t cut = behind_last_line_end(known_lines);
    in_line_ = cut == 0;
    if (cut == 0) cut = known_lines.find_last_of(separators) + 1;  // 0 if there is none
    if (cut != 0) {
      rest_.assign(text, cut);
      text.resize(cut);
      return true;
    }
    wanted = 2 * text.size();  // one token fills the whole block
  }
}

}  // namespace w2v
