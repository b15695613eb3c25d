#include "w2v/vectors/vector_writer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/vectors/binary_format.hpp"
#include "w2v/vectors/text_format.hpp"

namespace w2v {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

}  // namespace

VectorWriter::VectorWriter(AtomicFile file, VectorFormat format, std::optional<std::uint64_t> rows,
                           std::size_t dim)
    : file_(std::move(file)), format_(format), promised_rows_(rows), dim_(dim) {
  if (promised_rows_) {
    write_header(*promised_rows_);
  } else {
    spool_ = File::temporary();
  }
}

void VectorWriter::write(std::string_view word, std::span<const float> values) {
  const auto refuse = [&](const std::string& what) {
    return Error(fmt::format("{}: cannot write row {}: {}", file_.name(), rows_ + 1, what));
  };
  if (word.empty()) throw refuse("the word is empty: expected at least one byte");
  if (std::ranges::any_of(word, is_separator)) {
    throw refuse(fmt::format(
        "the word '{}' holds a separator: expected none of blank, tab, line end, \\v, \\f and NUL",
        printable(word)));
  }
  if (values.size() != dim_) {
    throw refuse(fmt::format("'{}' has a row of another length: expected {} values, found {}",
                             printable(word), dim_, values.size()));
  }
  if (format_ == VectorFormat::text) {
    append_text_row(buffer_, word, values);
  } else {
    append_binary_row(buffer_, word, values);
  }
  ++rows_;
  if (buffer_.size() >= buffer_size) flush();
}

void VectorWriter::flush() {
  if (spool_.is_open()) {
    spool_.write(buffer_);
  } else {
    file_.write(buffer_);
  }
  buffer_.clear();
}

void VectorWriter::write_header(std::uint64_t rows) { file_.write(fmt::format("{} {}\n", rows, dim_)); }

void VectorWriter::commit() {
  if (promised_rows_ && rows_ != *promised_rows_) {
    throw Error(
        fmt::format("{}: wrong number of rows: expected {}, found {}", file_.name(), *promised_rows_, rows_));
  }
  flush();
  if (spool_.is_open()) {
    if (lseek(spool_.descriptor(), 0, SEEK_SET) != 0) {
      throw Error(fmt::format("{}: cannot read: {}", spool_.name(), system_message(errno)));
    }
    write_header(rows_);
    std::vector<char> block(buffer_size);
    while (const std::size_t got = spool_.read_some(block)) file_.write({block.data(), got});
  }
  file_.commit();
}

VectorFormat format_for(std::string_view path) {
  return path.ends_with(".txt") || path.ends_with(".vec") ? VectorFormat::text : VectorFormat::binary;
}

}  // namespace w2v
