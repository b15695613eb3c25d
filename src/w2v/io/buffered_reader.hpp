#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/base/lines.hpp"
#include "w2v/io/byte_source.hpp"

namespace w2v {

/// A window that slides over a ByteSource: look ahead as far as needed, then consume.
class BufferedReader {
 public:
  explicit BufferedReader(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  /// The unread bytes, at least `wanted` of them unless the stream ends first. Valid until the next call.
  std::string_view peek(std::size_t wanted);

  /// The unread bytes up to the next `mark`, without it; nothing if the stream ends first, or if there is none
  /// among the next `longest` bytes. Valid until the next call.
  std::optional<std::string_view> peek_until(char mark, std::size_t longest);

  /// Moves on by `bytes`, which must have been seen by a peek.
  void consume(std::size_t bytes) { begin_ += bytes; }

  /// A line that has not been consumed.
  struct PeekedLine {
    std::string_view text;  ///< without its end
    std::size_t bytes;      ///< with it
    bool ends_in_return;    ///< its end is a `\r` alone
  };
  /// The next line, which ends with `\n`, `\r\n` or `\r`; nothing if the stream ends first, or if the line is longer
  /// than `longest`. Valid until the next call.
  std::optional<PeekedLine> peek_line(std::size_t longest);

  /// The next line without its end (`\n`, `\r\n` or `\r`); the last one may lack it. Nothing at the end of the stream.
  /// Valid until the next call.
  std::optional<std::string_view> line();

  /// As line(), but a `\r` alone is a byte of the line: for words, which may hold one.
  std::optional<std::string_view> line_to_newline();

  /// True if line() returns a whole line without waiting for more bytes.
  [[nodiscard]] bool line_is_there() const;

  /// Place of the next unread byte in the stream, from 0.
  [[nodiscard]] std::uint64_t offset() const { return source_offset_ - (end_ - begin_); }
  [[nodiscard]] const std::string& name() const { return source_->name(); }

 private:
  bool fill();
  /// The end of the next line, as find_line_end() has it; nothing as in peek_line().
  std::optional<LineEnd> seek_line_end(std::size_t longest);

  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t source_offset_ = 0;  // of the end of what is buffered
  bool at_end_ = false;
  bool skips_newline_ = false;  // the last byte that was there is a line's `\r`, of which a `\n` may be the other half
};

}  // namespace w2v
