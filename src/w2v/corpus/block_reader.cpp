#include "w2v/corpus/block_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/lines.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  try {
    for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator(); ++entry) {
      const std::string name = entry->path().filename().string();
      const bool unfinished = name.find(".w2v-") != std::string::npos && name.ends_with(".tmp");  // of AtomicFile, perhaps our own
      const bool hidden = name.starts_with('.') || unfinished;
      if (hidden && entry->is_directory()) entry.disable_recursion_pending();
      if (!hidden && entry->is_regular_file()) files.push_back(entry->path().string());
    }
  } catch (const fs::filesystem_error& e) {
    throw Error(fmt::format("{}: cannot list: {}", e.path1().empty() ? folder : e.path1().string(), e.code().message()));
  }
  if (files.empty()) throw Error(fmt::format("{}: a folder without files: expected text", folder));
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<std::string> list_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code fault;
    const fs::file_type type = path == "-" ? fs::file_type::unknown : fs::status(path, fault).type();
    if (type == fs::file_type::none) throw Error(fmt::format("{}: cannot open: {}", path, fault.message()));
    if (type == fs::file_type::directory) {
      const std::vector<std::string> found = files_below(path);
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
    open_source(file);
    total_ += fs::file_size(file);
  }
  if (!known) total_ = 0;
}

void BlockReader::open_next() {
  source_ = open_source(files_[next_file_++]);
  at_start_ = true;
  in_line_ = false;
}

bool BlockReader::next(std::string& text) {
  text = std::exchange(rest_, {});
  starts_file_ = false;
  std::size_t wanted = block_bytes_;
  while (true) {
    if (source_ == nullptr) {
      if (next_file_ == files_.size()) return false;
      open_next();
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
        throw Error(fmt::format("{}: byte 0: expected UTF-8, found UTF-16: iconv -f UTF-16 -t UTF-8 makes it so", source_->name()));
      }
    }
    if (ended) {
      consumed_ += source_->consumed();
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
