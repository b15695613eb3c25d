#include "w2v/io/byte_source.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <random>

#include "../packed.hpp"
#include "../support.hpp"

namespace w2v::test {
namespace {

std::string contents(const std::string& path, std::size_t step = 10'000) {
  const auto source = open_source(path);
  std::string all;
  std::string part(step, '\0');
  while (const std::size_t got = source->read_some(part)) all.append(part, 0, got);
  REQUIRE(source->read_some(part) == 0);  // still at the end
  return all;
}

std::string contents_of(const std::string& bytes) {
  const TemporaryFolder folder;
  return contents(folder.write("f", bytes));
}

/// Text that compresses to about half.
std::string some_text(std::size_t size) {
  std::mt19937 random(1);
  std::string text;
  while (text.size() < size) text += "abcdefgh \n"[random() % 10];
  return text;
}

struct Filter {
  const char* name;
  int (*add)(archive*);
};
constexpr Filter filters[] = {{"gz", archive_write_add_filter_gzip}, {"bz2", archive_write_add_filter_bzip2},
                              {"xz", archive_write_add_filter_xz},   {"zst", archive_write_add_filter_zstd},
                              {"lz4", archive_write_add_filter_lz4}, {"lz", archive_write_add_filter_lzip}};

TEST_CASE("a plain file is its bytes, in steps of any size", "[io]") {
  const TemporaryFolder folder;
  const std::string text = some_text(1000) + '\0' + "\xFF\r\n";
  folder.write("f", text);
  for (const std::size_t step : {1, 7, 10, 11, 5000}) REQUIRE(contents(folder.path("f"), step) == text);
  const auto source = open_source(folder.path("f"));
  std::string all(5000, '\0');
  REQUIRE(source->read(all) == text.size());
  REQUIRE(source->consumed() == text.size());
  REQUIRE(source->name() == folder.path("f"));
}

TEST_CASE("compressed files are unpacked, whatever their name", "[io]") {
  for (const Filter& filter : filters) {
    CAPTURE(filter.name);
    for (const std::size_t size : {1, 1000, 300'000}) {
      const std::string text = some_text(size);
      REQUIRE((contents_of(packed(text, filter.add)) == text));
    }
    const TemporaryFolder folder;
    const std::string bytes = packed(some_text(300'000), filter.add);
    const auto source = open_source(folder.write("f.txt", bytes));
    std::string all(300'000, '\0');
    REQUIRE(source->read(all) == all.size());
    REQUIRE(source->consumed() <= bytes.size());
    REQUIRE(source->consumed() > bytes.size() / 2);
  }
}

TEST_CASE("an empty file is empty, compressed or not", "[io]") {
  REQUIRE(contents_of("").empty());
  for (const Filter& filter : filters) {
    CAPTURE(filter.name);
    REQUIRE(contents_of(packed("", filter.add)).empty());
  }
}

TEST_CASE("compressed files one after the other are read as one", "[io]") {
  const std::string a = some_text(100'000);
  for (const Filter& filter : filters) {
    CAPTURE(filter.name);
    REQUIRE((contents_of(packed(a, filter.add) + packed("b", filter.add) + packed(a, filter.add)) == a + "b" + a));
  }
}

TEST_CASE("a compressed file that is cut anywhere is an error that names it", "[io]") {
  const std::string text = some_text(3000);
  for (const Filter& filter : filters) {
    const std::string whole = packed(text, filter.add);
    // Shorter ones have no mark to be known by.
    for (std::size_t size = filter.name == "bz2"sv ? 10 : 6;
         size<whole.size(); size += size> 30 && size + 40 < whole.size() ? 37 : 1) {
      CAPTURE(filter.name, size, whole.size());
      REQUIRE_THAT(message_of([&] { contents_of(whole.substr(0, size)); }),
                   contains("/f: cannot unpack after compressed byte "));
    }
  }
}

TEST_CASE("gzip files have members, of which none may be damaged", "[io]") {
  const std::string text = some_text(3000);
  const std::string one = packed(text, archive_write_add_filter_gzip);
  REQUIRE((contents_of(one + one + one) == text + text + text));
  REQUIRE((contents_of(one + packed("", archive_write_add_filter_gzip) + one) == text + text));
  REQUIRE((contents_of(one + std::string(100'000, '\0')) == text));  // padding
  std::string second = one;
  second[0] ^= 1;
  REQUIRE_THAT(message_of([&] { contents_of(one + second + one); }),
               contains("/f: cannot unpack after compressed byte "));
  REQUIRE_THAT(message_of([&] { contents_of(one + "some text"); }),
               contains("/f: cannot unpack after compressed byte "));
  REQUIRE_THAT(message_of([&] { contents_of(one + one.substr(0, 100)); }), contains("the file is cut"));
}

TEST_CASE("compressed files may be one behind the other, and nothing else may be", "[io]") {
  const std::string text = some_text(300'000);
  for (const Filter& filter : filters) {
    CAPTURE(filter.name);
    const std::string one = packed(text, filter.add);
    REQUIRE((contents_of(one + one) == text + text));
    std::string second = one;
    second[0] ^= 1;
    for (const std::string& behind : {second, "some text"s, std::string(100'000, 'x')}) {
      REQUIRE_THAT(message_of([&] { contents_of(one + behind); }),
                   contains("/f: cannot unpack after compressed byte "));
    }
  }
}

TEST_CASE("a compressed file with a checksum and a changed byte is an error", "[io]") {
  // Not what libarchive writes for zst: it has none.
  const std::string text = some_text(3000);
  const std::string zst =
      "\x28\xb5\x2f\xfd\x04\x58\xcd\x00\x00\x98one two three, four\x01\x00\x52\xcf\x3a\xac\x63\x4b\x03"s;
  REQUIRE(contents_of(zst) == "one two three, one two three, one two four");
  for (const std::string& whole :
       {packed(text, archive_write_add_filter_gzip), packed(text, archive_write_add_filter_bzip2),
        packed(text, archive_write_add_filter_xz), zst}) {
    for (std::size_t place = 12; place < whole.size(); place += 1 + whole.size() / 50) {
      CAPTURE(place, whole.size());
      std::string damaged = whole;
      damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
      REQUIRE_THAT(message_of([&] { contents_of(damaged); }), contains("/f: cannot unpack after compressed byte "));
    }
  }
}

TEST_CASE("text that begins like a compressed file is text", "[io]") {
  for (const std::string& text : {"BZh"s, "BZh9 is how bzip2 files begin"s, "BZh91AY&S"s, "\x1F\x8B"s,
                                  "\xFD"
                                  "7zXY rest"s,
                                  "(\xB5/"s, "BZ"s, "PK is not unpacked"s}) {
    REQUIRE(contents_of(text) == text);
  }
}

TEST_CASE("files of compress and of lzma are unpacked", "[io]") {
  for (const auto add : {archive_write_add_filter_compress, archive_write_add_filter_lzma}) {
    for (const std::size_t size : {1, 1000, 300'000}) {
      const std::string text = some_text(size);
      REQUIRE((contents_of(packed(text, add)) == text));
    }
  }
}

TEST_CASE("what is compressed several times is unpacked as often, within bounds", "[io]") {
  std::string bytes = some_text(3000);
  for (int layer = 0; layer < 4; ++layer) {
    for (const Filter& filter : {filters[0], filters[2]}) bytes = packed(bytes, filter.add);
  }
  REQUIRE((contents_of(bytes) == some_text(3000)));
  REQUIRE_THAT(message_of([&] { contents_of(gzip(bytes)); }), contains("/f: compressed more than 8 times"));
}

TEST_CASE("what cannot be opened is told by name", "[io]") {
  const TemporaryFolder folder;
  REQUIRE_THAT(message_of([&] { open_source(folder.path("none")); }),
               contains("none: cannot open: No such file or directory"));
  REQUIRE_THAT(message_of([&] { open_source(folder.path("")); }), contains("is a folder: expected a file"));
}

TEST_CASE("a lone - is standard input, unpacked as a file would be", "[io]") {
  const TemporaryFolder folder;
  const int saved = dup(STDIN_FILENO);
  for (const std::string& bytes : {"from the keyboard"s, gzip("from the keyboard")}) {
    const int file = open(folder.write("f", bytes).c_str(), O_RDONLY);
    dup2(file, STDIN_FILENO);
    close(file);
    const auto source = open_source("-");
    REQUIRE(source->name() == "standard input");
    std::string all(100, '\0');
    all.resize(source->read(all));
    REQUIRE(all == "from the keyboard");
  }
  dup2(saved, STDIN_FILENO);
  close(saved);
}

}  // namespace
}  // namespace w2v::test
