#include "w2v/io/section_file.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "../support.hpp"

namespace w2v::test {
namespace {

constexpr SectionFileKind kind{"TESTFILE", 3, "a test file"};

struct Content {
  std::string name;
  std::string bytes;
};
const std::vector<Content> contents{{"first", "abc"},
                                    {"empty", ""},
                                    {"a name of 23 characters", std::string(64, 'x')},
                                    {"last", std::string(65, '\0')}};

std::string written(const TemporaryFolder& folder, const std::vector<Content>& parts = contents) {
  std::vector<Section> sections;
  for (const Content& part : parts) sections.push_back({part.name, std::as_bytes(std::span(part.bytes))});
  AtomicFile file(folder.path("f"));
  const std::uint64_t size = write_sections(file, kind, sections);
  file.commit();
  const std::string bytes = folder.read("f");
  REQUIRE(bytes.size() == size);
  return bytes;
}

/// Reads everything in a file of these bytes; the Error's text without the folder.
std::string read_message(const TemporaryFolder& folder, const std::string& bytes) {
  const std::string path = folder.write("damaged", bytes);
  const std::string message = message_of([&] {
    const SectionReader reader(path, kind);
    for (const Content& part : contents) (void)reader.read(part.name);
  });
  return message.starts_with(path) ? message.substr(path.size()) : message;
}

std::uint64_t number_at(const std::string& bytes, std::size_t place) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + place, sizeof(number));
  return number;
}

TEST_CASE("sections come back as they were written, in any order", "[io]") {
  const TemporaryFolder folder;
  written(folder);
  const SectionReader reader(folder.path("f"), kind);
  for (std::size_t i = contents.size(); i-- > 0;) {
    REQUIRE(reader.length(contents[i].name) == contents[i].bytes.size());
    REQUIRE(reader.read(contents[i].name) == contents[i].bytes);
  }
  REQUIRE_THAT(message_of([&] { (void)reader.read("other"); }), contains("no section 'other'"));
  std::vector<std::byte> wrong(4);
  REQUIRE_THAT(message_of([&] { reader.read("first", wrong); }),
               contains("section 'first': expected 4 bytes, found 3"));
}

TEST_CASE("the bytes are those that docs/FORMATS.md describes", "[io]") {
  const TemporaryFolder folder;
  std::string bytes = written(folder);
  REQUIRE(bytes.substr(0, 8) == "TESTFILE");
  REQUIRE(number_at(bytes, 8) == (std::uint64_t{4} << 32 | 3));
  REQUIRE(number_at(bytes, 16) == bytes.size());
  REQUIRE(number_at(bytes, 24) == 0x0123456789ABCDEF);
  REQUIRE(number_at(bytes, 32) == 0xBFB999999999999A);  // -0.1
  REQUIRE(bytes.substr(40, 16) == std::string(16, '\0'));
  const std::uint64_t head_hash = number_at(bytes, 56);
  std::size_t place = 5 * 64;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const std::size_t entry = 64 + 64 * i;
    REQUIRE(std::string(bytes.data() + entry) == contents[i].name);
    REQUIRE(number_at(bytes, entry + 24) == place);
    REQUIRE(number_at(bytes, entry + 32) == contents[i].bytes.size());
    REQUIRE(bytes.substr(place, contents[i].bytes.size()) == contents[i].bytes);
    REQUIRE(number_at(bytes, entry + 40) == XXH3_64bits(contents[i].bytes.data(), contents[i].bytes.size()));
    place += (contents[i].bytes.size() + 63) / 64 * 64;
  }
  REQUIRE(place == bytes.size());
  std::fill_n(bytes.begin() + 56, 8, '\0');
  REQUIRE(head_hash == XXH3_64bits(bytes.data(), 5 * 64));
}

TEST_CASE("one wrong bit anywhere is found, and the message says where", "[io]") {
  const TemporaryFolder folder;
  const std::string bytes = written(folder);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    const std::string message = read_message(folder, damaged);
    CAPTURE(i, message);
    REQUIRE(message.starts_with(": byte"));
    REQUIRE_THAT(message, contains("expected"));
    if (i >= 5 * 64) {
      const std::string name = i < 6 * 64 ? "first" : i < 7 * 64 ? "a name of 23 characters" : "last";
      REQUIRE_THAT(message, contains("section '" + name + "': damaged"));
    }
  }
}

TEST_CASE("a file cut anywhere, and one with more behind it, is refused", "[io]") {
  const TemporaryFolder folder;
  const std::string bytes = written(folder);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const std::string message = read_message(folder, bytes.substr(0, length));
    CAPTURE(length, message);
    REQUIRE_THAT(message, contains(length < 8 ? "not a test file" : "cut"));
  }
  REQUIRE_THAT(read_message(folder, bytes + '\0'), contains("the file is too long: expected 576 bytes, found 577"));
}

TEST_CASE("a file of another kind or version is refused", "[io]") {
  const TemporaryFolder folder;
  std::string bytes = written(folder);
  REQUIRE_THAT(read_message(folder, "50 100\nthe "),
               contains(": byte 0: not a test file: expected 'TESTFILE', found '50 100\\x0at'"));
  bytes[8] = 4;
  REQUIRE_THAT(read_message(folder, bytes), contains(": byte 8: a test file of another version: expected 3, found 4"));
  REQUIRE_THAT(message_of([&] { SectionReader("/dev/null", kind); }), contains("/dev/null: is no regular file"));
  REQUIRE_THAT(message_of([&] { SectionReader(folder.path("none"), kind); }), contains("cannot open"));
}

TEST_CASE("lengths that a file only claims cost no memory", "[io]") {
  const TemporaryFolder folder;
  std::string bytes = written(folder);
  const std::uint64_t huge = std::uint64_t{1} << 60;
  std::memcpy(bytes.data() + 64 + 32, &huge, sizeof(huge));
  std::fill_n(bytes.begin() + 56, 8, '\0');  // with a hash that fits the lie
  const std::uint64_t hash = XXH3_64bits(bytes.data(), 5 * 64);
  std::memcpy(bytes.data() + 56, &hash, sizeof(hash));
  REQUIRE_THAT(read_message(folder, bytes), contains("the table of sections makes no sense"));
}

TEST_CASE("sections that are written piece by piece are the same file", "[io]") {
  const TemporaryFolder folder;
  const std::string expected = written(folder);
  AtomicFile file(folder.path("g"));
  SectionWriter writer(file, kind, contents.size());
  for (const Content& part : contents) {
    writer.begin(part.name);
    for (std::size_t i = 0; i < part.bytes.size(); i += 3) {
      writer.write(std::as_bytes(std::span(part.bytes).subspan(i, std::min<std::size_t>(3, part.bytes.size() - i))));
    }
  }
  REQUIRE(writer.finish() == expected.size());
  REQUIRE(!std::filesystem::exists(folder.path("g")));
  file.commit();
  REQUIRE(folder.read("g") == expected);
}

TEST_CASE("a section larger than any buffer comes back", "[io]") {
  const TemporaryFolder folder;
  std::string bytes(5'000'001, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i >> 7U);
  AtomicFile file(folder.path("f"));
  SectionWriter writer(file, kind, 2);
  writer.begin("large");
  for (std::size_t i = 0; i < bytes.size(); i += 700'000)
    writer.write(std::as_bytes(std::span(bytes).subspan(i, std::min<std::size_t>(700'000, bytes.size() - i))));
  writer.write(Section{"small", std::as_bytes(std::span("x", 1))});
  writer.finish();
  file.commit();
  const SectionReader reader(folder.path("f"), kind);
  REQUIRE(reader.read("large") == bytes);
  REQUIRE(reader.read("small") == "x");
}

TEST_CASE("a section file is not written where its front cannot be written last, nor with another table", "[io]") {
  const TemporaryFolder folder;
  folder.write("log", "");
  const int log = open(folder.path("log").c_str(), O_WRONLY);
  AtomicFile direct("/dev/fd/" + std::to_string(log));
  REQUIRE_THAT(message_of([&] { SectionWriter(direct, kind, 1); }), contains("expected a file"));
  close(log);
  AtomicFile file(folder.path("f"));
  SectionWriter writer(file, kind, 2);
  writer.begin("only");
  REQUIRE_THROWS_AS(writer.finish(), std::logic_error);
}

MappedSections mapped(const std::string& path) {
  return {std::move(*MappedFile::open(path, true)), kind};
}

TEST_CASE("the sections of a mapped file are where they are", "[io]") {
  const TemporaryFolder folder;
  const std::vector<std::uint32_t> numbers{1, 2, 0xFFFFFFFF};
  AtomicFile file(folder.path("f"));
  write_sections(
      file, kind,
      std::vector<Section>{
          {"bytes", std::as_bytes(std::span("abc", 3))}, {"numbers", std::as_bytes(std::span(numbers))}, {"none", {}}});
  file.commit();
  MappedSections first = mapped(folder.path("f"));
  const auto there = first.values<std::uint32_t>("numbers", 3);
  const MappedSections sections = std::move(first);
  REQUIRE(sections.file().name() == folder.path("f"));
  REQUIRE(sections.length("bytes") == 3);
  REQUIRE(sections.bytes("bytes").size() == 3);
  REQUIRE(std::memcmp(sections.bytes("bytes").data(), "abc", 3) == 0);
  REQUIRE(std::ranges::equal(there, numbers));
  REQUIRE(sections.values<double>("none", 0).empty());
  for (const char* name : {"bytes", "numbers", "none"}) sections.check(name);
  const auto length_of = [&](std::string_view name, std::uint64_t count) {
    return message_of([&] { (void)sections.values<std::uint32_t>(name, count); });
  };
  REQUIRE_THAT(length_of("numbers", 4), contains("section 'numbers': expected 16 bytes, found 12"));
  REQUIRE_THAT(length_of("bytes", 0), contains("section 'bytes': expected 0 bytes, found 3"));
  REQUIRE_THAT(length_of("numbers", (std::uint64_t{1} << 62) + 3), contains("section 'numbers': expected"));
  REQUIRE_THAT(length_of("other", 1), contains("no section 'other'"));
}

TEST_CASE("of a mapped file the front is checked when it is opened, a section when that is asked for", "[io]") {
  const TemporaryFolder folder;
  const std::string bytes = written(folder);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    const std::string path = folder.write("damaged", damaged);
    CAPTURE(i);
    if (i < 5 * 64) {
      const std::string message = message_of([&] { mapped(path); });
      REQUIRE(message.starts_with(path + ": byte"));
      REQUIRE_THAT(message, contains("expected"));
      continue;
    }
    const MappedSections sections = mapped(path);
    std::string found;
    for (const Content& part : contents) {
      const std::string message = message_of([&] { sections.check(part.name); });
      if (message != "nothing was thrown") found += message;
    }
    const std::string name = i < 6 * 64 ? "first" : i < 7 * 64 ? "a name of 23 characters" : "last";
    REQUIRE(found.starts_with(path + ": bytes "));
    REQUIRE_THAT(found, contains("section '" + name + "': damaged: expected"));
  }
  for (std::size_t length = 1; length < bytes.size(); ++length) {
    const std::string path = folder.write("damaged", bytes.substr(0, length));
    REQUIRE_THAT(message_of([&] { mapped(path); }), contains(length < 8 ? "not a test file" : "cut"));
  }
}

}  // namespace
}  // namespace w2v::test
