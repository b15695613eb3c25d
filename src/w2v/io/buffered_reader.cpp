#include "w2v/io/buffered_reader.hpp"

#include <cstring>
#include <limits>

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

bool BufferedReader::line_is_there() const {
  return std::string_view(buffer_.data() + begin_, end_ - begin_).find('\n') != std::string_view::npos;
}

std::optional<std::string_view> BufferedReader::line() {
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

}  // namespace w2v
