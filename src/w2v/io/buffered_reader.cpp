#include "w2v/io/buffered_reader.hpp"

#include <cstring>
#include <limits>
#include <utility>

namespace w2v {

bool BufferedReader::fill() {
  if (at_end_) return false;
  constexpr std::size_t step = std::size_t{1} << 18;
  if (begin_ > 0) {  // what is left is moved to the front: a fraction of a row, most times
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < step) buffer_.resize(std::max(buffer_.size() * 2, end_ + step));
  // A step at a time, so that a line typed or piped to us is answered before the next one comes.
  const std::size_t got = source_->read_some({buffer_.data() + end_, buffer_.size() - end_});
  if (got > 0 && std::exchange(skips_newline_, false) && buffer_[end_] == '\n') ++begin_;
  end_ += got;
  source_offset_ += got;
  at_end_ = got == 0;
  return !at_end_;
}

std::string_view BufferedReader::peek(std::size_t wanted) {
  while (end_ - begin_ < wanted && fill()) {
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

std::optional<std::string_view> BufferedReader::peek_until(char mark, std::size_t longest) {
  std::size_t searched = 0;
  while (true) {
    const std::string_view seen{buffer_.data() + begin_, end_ - begin_};
    const std::size_t found = seen.find(mark, searched);
    if (found != std::string_view::npos) {
      if (found > longest) return std::nullopt;
      return seen.substr(0, found);
    }
    searched = seen.size();
    if (searched > longest || !fill()) return std::nullopt;
  }
}

std::optional<std::string_view> BufferedReader::line_to_newline() {
  std::optional<std::string_view> found = peek_until('\n', std::numeric_limits<std::size_t>::max());
  std::size_t used = 0;
  if (found) {
    used = found->size() + 1;
  } else {
    found = peek(1);
    if (found->empty()) return std::nullopt;
    used = found->size();
  }
  consume(used);
  if (found->ends_with('\r')) found->remove_suffix(1);
  return found;
}

bool BufferedReader::line_is_there() const {
  return find_line_end({buffer_.data() + begin_, end_ - begin_}).length > 0;
}

std::optional<LineEnd> BufferedReader::seek_line_end(std::size_t longest) {
  std::size_t searched = 0;
  while (true) {
    const std::string_view seen = peek(0);
    const LineEnd end = find_line_end(seen, searched);
    if (end.length > 0) return end.place > longest ? std::nullopt : std::optional(end);
    searched = seen.size();
    if (searched > longest || !fill()) return std::nullopt;
  }
}

std::optional<BufferedReader::PeekedLine> BufferedReader::peek_line(std::size_t longest) {
  std::optional<LineEnd> end = seek_line_end(longest);
  if (!end) return std::nullopt;
  // The `\n` of a `\r\n` may not be in the buffer yet.
  if (end->place + 1 == peek(0).size() && peek(0).back() == '\r' && fill()) end = find_line_end(peek(0), end->place);
  const std::string_view seen = peek(0);
  return PeekedLine{seen.substr(0, end->place), end->place + end->length, end->length == 1 && seen[end->place] == '\r'};
}

std::optional<std::string_view> BufferedReader::line() {
  if (const std::optional<LineEnd> end = seek_line_end(std::numeric_limits<std::size_t>::max())) {
    const std::string_view seen = peek(0);
    consume(end->place + end->length);
    // The byte behind a return may not be there yet: whoever typed the line is not to wait for it.
    skips_newline_ = begin_ == end_ && seen[end->place + end->length - 1] == '\r';
    return seen.substr(0, end->place);
  }
  const std::string_view last = peek(0);
  if (last.empty()) return std::nullopt;
  consume(last.size());
  return last;
}

}  // namespace w2v
