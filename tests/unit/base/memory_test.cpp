#include "w2v/base/memory.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "../support.hpp"
#include "w2v/base/word_list.hpp"

namespace w2v::test {
namespace {

bool is_zero(const Region& region, std::size_t begin, std::size_t end) {
  return std::all_of(region.data() + begin, region.data() + end, [](std::byte b) { return b == std::byte{0}; });
}

TEST_CASE("a region is zero, aligned to 64 bytes and at least as long as asked", "[base]") {
  for (const std::size_t bytes : {1, 63, 4096, 4097, 2 << 20, (2 << 20) + 1}) {
    CAPTURE(bytes);
    const Region region(bytes, "a test", "none");
    REQUIRE(region.size() >= bytes);
    REQUIRE(reinterpret_cast<std::uintptr_t>(region.data()) % 64 == 0);
    REQUIRE(is_zero(region, 0, bytes));
  }
  REQUIRE(Region().size() == 0);
  REQUIRE(Region(0, "a test", "none").data() == nullptr);
}

TEST_CASE("a region that grows keeps its contents, and what is new is zero", "[base]") {
  Region region(100, "a test", "none");
  std::size_t written = 0;
  for (const std::size_t bytes : {100, 5000, 70'000, 1 << 20, 2 << 20, 9'000'000}) {
    CAPTURE(bytes);
    region.grow(bytes);
    REQUIRE(region.size() >= bytes);
    REQUIRE(reinterpret_cast<std::uintptr_t>(region.data()) % 64 == 0);
    for (std::size_t i = 0; i < written; ++i) {
      if (region.data()[i] != static_cast<std::byte>(i * 31 + 1)) FAIL("byte " << i << " changed");
    }
    REQUIRE(is_zero(region, written, region.size()));
    for (; written < region.size(); ++written) region.data()[written] = static_cast<std::byte>(written * 31 + 1);
  }
  const std::byte* data = region.data();
  region.grow(10);  // never smaller
  REQUIRE(region.data() == data);
  REQUIRE(region.size() >= 9'000'000);
}

TEST_CASE("a region that moves takes its memory along", "[base]") {
  Region a(100, "a test", "none");
  a.data()[7] = std::byte{42};
  Region b(std::move(a));
  REQUIRE(b.data()[7] == std::byte{42});
  Region c(5, "another", "none");
  c = std::move(b);
  REQUIRE(c.data()[7] == std::byte{42});
}

TEST_CASE("memory that cannot be had is told with bytes, purpose and remedy", "[base]") {
  REQUIRE(message_of([] { Region(std::size_t{1} << 60, "the moon", "ask for less"); }) ==
          "cannot allocate 1.0 EB for the moon: ask for less");
  REQUIRE(message_of([] { Region(std::numeric_limits<std::size_t>::max(), "the sun", "ask for less"); }) ==
          "cannot allocate 16.0 EB for the sun: ask for less");
  Region region(100, "a test", "ask for less");
  region.data()[0] = std::byte{1};
  REQUIRE_THAT(message_of([&] { region.grow(std::size_t{1} << 60); }), contains("1.0 EB for a test: ask for less"));
  REQUIRE(region.data()[0] == std::byte{1});  // what was there is still there
}

TEST_CASE("there is free memory, less than the address space", "[base]") {
  REQUIRE(free_memory() > 0);
  REQUIRE(free_memory() < std::uint64_t{1} << 48);
}

TEST_CASE("a word list holds any bytes, also none, and views outlive a move of the list", "[base]") {
  WordList words;
  for (const std::string_view word : {"a"sv, ""sv, "b\0c"sv, "\xFF"sv, "a"sv}) words.add(word);
  const std::string_view view = words[2];
  const WordList moved = std::move(words);
  REQUIRE(moved.size() == 5);
  REQUIRE(moved[1].empty());
  REQUIRE(view == "b\0c"sv);
  REQUIRE(view.data() == moved[2].data());
  const WordIndex index(moved);
  REQUIRE(index.size() == 4);
  REQUIRE(index.find("a") == 0);  // the first of two
  REQUIRE(index.find("") == 1);
  REQUIRE(index.find("\xFF") == 3);
  REQUIRE(!index.find("b"));
}

}  // namespace
}  // namespace w2v::test
