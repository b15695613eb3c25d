#include "w2v/io/buffered_reader.hpp"

#include <algorithm>
#include <random>

#include "../support.hpp"

namespace w2v::test {
namespace {

/// Hands out text in parts of 1 to `most` bytes, as a pipe may.
class Drip : public ByteSource {
 public:
  Drip(std::string text, std::size_t most) : text_(std::move(text)), most_(most) {}
  std::size_t read_some(std::span<char> out) override {
    const std::size_t got = std::min({1 + random_() % most_, out.size(), text_.size() - used_});
    std::copy_n(text_.begin() + static_cast<std::ptrdiff_t>(used_), got, out.begin());
    used_ += got;
    return got;
  }
  [[nodiscard]] std::uint64_t consumed() const override { return used_; }
  [[nodiscard]] const std::string& name() const override { return name_; }

 private:
  std::string text_;
  std::size_t most_;
  std::size_t used_ = 0;
  std::string name_ = "drip";
  std::mt19937 random_{1};
};

BufferedReader reader_of(const std::string& text, std::size_t most = 3) {
  return BufferedReader(std::make_unique<Drip>(text, most));
}

TEST_CASE("lines end with a newline, a return, both, or with the stream", "[io]") {
  const auto lines = [](const std::string& text) {
    BufferedReader reader = reader_of(text);
    std::vector<std::string> all;
    while (const auto line = reader.line()) all.emplace_back(*line);
    REQUIRE(!reader.line());
    REQUIRE(reader.offset() == text.size());
    return all;
  };
  using Lines = std::vector<std::string>;
  REQUIRE(lines("").empty());
  REQUIRE(lines("\n") == Lines{""});
  REQUIRE(lines("a\nbb\n") == Lines{"a", "bb"});
  REQUIRE(lines("a\r\nbb") == Lines{"a", "bb"});
  REQUIRE(lines("\n\r\n a\rb \n") == Lines{"", "", " a", "b "});
  REQUIRE(lines("a\rb\r\rc\r\r\n\n\r") == Lines{"a", "b", "", "c", "", "", ""});
  REQUIRE(lines("a\0b\nc"s) == Lines{"a\0b"s, "c"});
  const std::string long_line(1'000'000, 'x');
  REQUIRE((lines("a\n" + long_line + "\nb") == Lines{"a", long_line, "b"}));
}

TEST_CASE("a return ends a line at once, and a newline that comes later is the same end", "[io]") {
  for (std::size_t most = 1; most < 8; ++most) {
    CAPTURE(most);
    BufferedReader reader = reader_of("king\r\nqueen\r\n\r\ndog\r\n", most);
    for (const char* const word : {"king", "queen", "", "dog"}) REQUIRE(reader.line() == word);
    REQUIRE(!reader.line());
  }
  BufferedReader reader = reader_of("a\r\nb", 2);  // behind "a\r" nothing has come yet
  REQUIRE(!reader.line_is_there());
  REQUIRE(reader.line() == "a");
  REQUIRE(!reader.line_is_there());
  REQUIRE(reader.peek(1) == "b");
}

TEST_CASE("a line that is peeked ends as one that is read", "[io]") {
  struct Seen {
    std::string text;
    std::size_t bytes;
    bool ends_in_return;
    bool operator==(const Seen&) const = default;
  };
  const std::vector<Seen> expected{{"king", 6, false}, {"queen", 6, true}, {"", 1, true},
                                   {"", 2, false},     {"man", 4, false},  {"dog", 4, true}};
  const std::string text = "king\r\nqueen\r\r\r\nman\ndog\r";
  for (std::size_t most = 1; most <= text.size(); ++most) {
    CAPTURE(most);
    BufferedReader reader = reader_of(text, most);
    std::vector<Seen> seen;
    while (const auto line = reader.peek_line(5)) {
      seen.push_back({std::string(line->text), line->bytes, line->ends_in_return});
      reader.consume(line->bytes);
    }
    REQUIRE(seen == expected);
    REQUIRE(reader.offset() == text.size());
  }
  REQUIRE(!reader_of("king\n").peek_line(3));
  REQUIRE(!reader_of("king").peek_line(10));
}

TEST_CASE("lines of words may hold a return", "[io]") {
  BufferedReader reader = reader_of("a\rb\r\n\rc\n\nd\r");
  for (const char* const word : {"a\rb", "\rc", "", "d"}) REQUIRE(reader.line_to_newline() == word);
  REQUIRE(!reader.line_to_newline());
}

TEST_CASE("peek sees at least as much as wanted, or all there is", "[io]") {
  BufferedReader reader = reader_of("0123456789");
  REQUIRE(reader.peek(4).substr(0, 4) == "0123");
  REQUIRE(reader.offset() == 0);
  reader.consume(3);
  REQUIRE(reader.offset() == 3);
  REQUIRE(reader.peek(1).substr(0, 1) == "3");
  REQUIRE(reader.peek(100) == "3456789");
  reader.consume(7);
  REQUIRE(reader.peek(1).empty());
  REQUIRE(reader.name() == "drip");
}

TEST_CASE("a mark is found up to the longest distance and no further", "[io]") {
  REQUIRE(reader_of("abc def").peek_until(' ', 3) == "abc");
  REQUIRE(!reader_of("abc def").peek_until(' ', 2));
  REQUIRE(!reader_of("abcdef").peek_until(' ', 100));
  REQUIRE(reader_of(" ").peek_until(' ', 0)->empty());
}

TEST_CASE("random walks over a stream see its bytes in order", "[io]") {
  std::mt19937 random(5);
  std::string text(2'000'000, '\0');
  for (char& c : text) c = static_cast<char>(random());
  BufferedReader reader = reader_of(text, 300'000);
  std::size_t place = 0;
  while (place < text.size()) {
    const std::size_t wanted = 1 + random() % 400'000;
    const std::string_view seen = reader.peek(wanted);
    REQUIRE(seen.size() >= std::min(wanted, text.size() - place));
    REQUIRE((seen == std::string_view(text).substr(place, seen.size())));
    const std::size_t used = 1 + random() % seen.size();
    reader.consume(used);
    place += used;
    REQUIRE(reader.offset() == place);
  }
}

}  // namespace
}  // namespace w2v::test
