#include "w2v/io/archive_reader.hpp"

#include "../packed.hpp"
#include "../support.hpp"
#include "w2v/io/file_series.hpp"

namespace w2v::test {
namespace {

struct Member {
  std::string name;
  std::string bytes;
};

std::string archived(const std::vector<Member>& members, int (*format)(archive*)) {
  std::size_t room = std::size_t{1} << 21;
  for (const Member& member : members) room += 2 * member.bytes.size();
  std::string out(room, '\0');
  std::size_t used = 0;
  archive* a = archive_write_new();
  REQUIRE(format(a) == ARCHIVE_OK);
  REQUIRE(archive_write_open_memory(a, out.data(), out.size(), &used) == ARCHIVE_OK);
  for (const auto& [name, bytes] : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
    REQUIRE(archive_write_header(a, entry) == ARCHIVE_OK);
    archive_write_data(a, bytes.data(), bytes.size());
    archive_entry_free(entry);
  }
  REQUIRE(archive_write_free(a) == ARCHIVE_OK);
  out.resize(used);
  return out;
}

constexpr int (*formats[])(archive*) = {archive_write_set_format_zip, archive_write_set_format_7zip,
                                        archive_write_set_format_pax_restricted, archive_write_set_format_gnutar};

/// "name=bytes;" for each file; `step`: bytes read at a time, `most`: of each file.
std::string files_of(ArchiveReader& reader, std::size_t step, std::size_t most = std::string::npos) {
  std::string all;
  std::string part(step, '\0');
  while (const auto name = reader.next()) {
    all += *name + "=";
    for (std::size_t read = 0; read < most;) {
      const std::size_t got = reader.read_some(part);
      if (got == 0) break;
      all.append(part, 0, got);
      read += got;
    }
    all += ";";
  }
  REQUIRE(!reader.next());  // still at the end
  return all;
}

TEST_CASE("an archive is read file by file, in its order, in steps of any size", "[io]") {
  const TemporaryFolder folder;
  const std::string large(200'000, 'x');
  const std::vector<Member> members{{"z", "one"},     {"a/b", large}, {"empty", ""},
                                    {".hidden", "h"}, {"../up", "u"}, {"z", "again"}};
  for (const auto format : formats) {
    const bool seven_zip = format == archive_write_set_format_7zip;
    // 7z has files without bytes at its end.
    const std::string expected = "z=one;a/b=" + large + ";" + (seven_zip ? "" : "empty=;") +
                                 ".hidden=h;../up=u;z=again;" + (seven_zip ? "empty=;" : "");
    const std::string path = folder.write("f", archived(members, format));
    for (const std::size_t step : {1, 1000, 1'000'000}) {
      const OpenedFile opened = open_file(path);
      REQUIRE(opened.archive);
      REQUIRE((files_of(*opened.archive, step) == expected));
      REQUIRE(opened.archive->consumed() == std::filesystem::file_size(path));
    }
    const OpenedFile opened = open_file(path);
    REQUIRE(files_of(*opened.archive, 1, 1) ==
            "z=o;a/b=x;"s + (seven_zip ? "" : "empty=;") + ".hidden=h;../up=u;z=a;" + (seven_zip ? "empty=;" : ""));
  }
}

TEST_CASE("files that are not read, or not to their end, do not harm those behind them", "[io]") {
  const TemporaryFolder folder;
  const std::string large(20'000'000, 'x');  // which 7z packs into few bytes
  for (const auto format : formats) {
    const std::string path = folder.write("f", archived({{"a", large}, {"b", large}, {"c", "text"}}, format));
    for (const std::size_t most : {std::size_t{0}, std::size_t{1}, large.size() + 1}) {
      const OpenedFile opened = open_file(path);
      std::string bytes(4, '\0');
      for (const char* name : {"a", "b"}) {
        REQUIRE(opened.archive->next() == name);
        for (std::size_t read = 0; read < most;) {
          const std::size_t got = opened.archive->read_some(bytes);
          if (got == 0) break;
          if (read == 0) bytes.resize(1'000'000);
          read += got;
        }
        bytes.assign(4, '\0');
      }
      REQUIRE(opened.archive->next() == "c");
      REQUIRE(opened.archive->read_some(bytes) == 4);
      REQUIRE(bytes == "text");
    }
  }
}

TEST_CASE("hidden files are those of a folder that would be", "[io]") {
  for (const char* name : {".a", "d/.a", ".d/a", "./.a", "__MACOSX/._a", "v.bin.w2v-1-2.tmp", "../.a"})
    REQUIRE(ArchiveReader::is_hidden(name));
  for (const char* name : {"a", "./a", "../a", "../../a", "/a", "a.b/c.d", "a..", "x.tmp", ""})
    REQUIRE(!ArchiveReader::is_hidden(name));
}

TEST_CASE("a series gives the files of an archive, or the file itself", "[io]") {
  const TemporaryFolder folder;
  FileSeries plain(folder.write("p", "text"));
  REQUIRE(!plain.is_archive());
  std::string bytes(10, '\0');
  bytes.resize(plain.next()->read(bytes));
  REQUIRE(bytes == "text");
  REQUIRE(plain.next() == nullptr);

  FileSeries series(
      folder.write("f", archived({{"a", "one"}, {".b", "hidden"}, {"c", gzip("two")}}, archive_write_set_format_zip)));
  REQUIRE(series.is_archive());
  for (const std::string& expected : {"one"s, "two"s}) {
    const auto file = series.next();
    std::string all(100, '\0');
    all.resize(file->read(all));
    REQUIRE(all == expected);
    REQUIRE_THAT(file->name(), contains(expected == "one" ? "/f: 'a'" : "/f: 'c'"));
  }
  REQUIRE(series.next() == nullptr);
}

TEST_CASE("the only file of an archive is read as a file", "[io]") {
  const TemporaryFolder folder;
  for (const auto format : formats) {
    const std::string one = folder.write("one", archived({{".a", "hidden"}, {"b", "text"}}, format));
    const std::string two = folder.write("two", archived({{"b", "text"}, {"c\x1B", "other"}}, format));
    const auto bytes = [](const std::unique_ptr<ByteSource>& source) {
      std::string all(100, '\0');
      all.resize(source->read(all));
      return all;
    };
    REQUIRE(bytes(open_source(one)) == "text");
    REQUIRE(bytes(open_member(one, "", false)) == "text");
    REQUIRE(bytes(open_member(one, ".a", true)) == "hidden");
    REQUIRE(member_name(one, "") == "b");
    REQUIRE((has_member(two, "b") && has_member(two, "c\x1B") && has_member(one, ".a") && !has_member(one, "c")));
    REQUIRE_THAT(message_of([&] { open_source(two); }),
                 contains("/two: an archive of 2 files: expected one file: b, c\\x1b"));
    REQUIRE_THAT(message_of([&] { open_member(two, "", true); }),
                 contains("expected --member NAME with one of them: b, c\\x1b"));
    REQUIRE(bytes(open_member(two, "b", false)) == "text");
  }
  const std::string plain = folder.write("plain", "text");
  REQUIRE(member_name(plain, "").empty());
  REQUIRE_THAT(message_of([&] { open_member(plain, "b", true); }),
               contains("/plain: this file is not an archive: --member chooses"));
}

}  // namespace
}  // namespace w2v::test
