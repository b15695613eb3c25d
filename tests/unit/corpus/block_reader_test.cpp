#include "w2v/corpus/block_reader.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "../packed.hpp"
#include "text_oracle.hpp"
#include "w2v/corpus/tokenizer.hpp"

namespace w2v::test {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<std::string>;

TEST_CASE("a folder stands for the files in it and below, by path, without hidden ones", "[corpus]") {
  const TemporaryFolder folder;
  for (const char* sub : {"t", "t/b", "t/b/deep", "t/.git", "empty"}) fs::create_directory(folder.path(sub));
  for (const char* file : {"t/c", "t/a.txt", "t/b/2", "t/b/deep/1", "t/b.txt", "t/.hidden", "t/.git/config", "z"}) {
    folder.write(file, "x");
  }
  fs::create_symlink("../z", folder.path("t/link"));
  const auto in = [&](const Paths& names) {
    Paths all;
    for (const std::string& name : names) all.push_back(folder.path(name));
    return all;
  };
  REQUIRE(list_files(in({"t"})) == in({"t/a.txt", "t/b.txt", "t/b/2", "t/b/deep/1", "t/c", "t/link"}));
  REQUIRE(list_files(in({"z", "t/b", "t/.hidden"})) == in({"z", "t/b/2", "t/b/deep/1", "t/.hidden"}));  // named: taken
  REQUIRE(list_files(in({"z", "z"})) == in({"z", "z"}));
  REQUIRE_THAT(message_of([&] { list_files(in({"empty"})); }),
               contains("empty: a folder without files: expected text"));
}

struct Skipped : Observer {
  void skipped(const std::string& folder, const SkippedEntries& entries) override {
    told.push_back(fmt::format("{}: {} {} {}", fs::path(folder).filename().string(), entries.dangling_links,
                               entries.links_to_folders, entries.others));
  }
  Paths told;
};

TEST_CASE("what a folder holds beside files is told once, by kinds; hidden entries are not", "[corpus]") {
  const TemporaryFolder folder;
  for (const char* sub : {"t", "t/sub", "t/.hidden", "u", "empty"}) fs::create_directory(folder.path(sub));
  for (const char* file : {"t/a", "t/sub/b", "u/c"}) folder.write(file, "x");
  fs::create_symlink("a", folder.path("t/link"));
  Skipped watcher;
  REQUIRE(list_files({folder.path("t")}, &watcher).size() == 3);
  REQUIRE(watcher.told.empty());
  for (const char* link : {"t/1", "t/sub/2", "t/.3", "t/.hidden/4", "empty/5"})
    fs::create_symlink("none", folder.path(link));
  fs::create_symlink("6", folder.path("t/6"));  // leads round and round
  fs::create_symlink(".6", folder.path("t/.6"));
  fs::create_directory_symlink("../u", folder.path("t/7"));
  REQUIRE(mkfifo(folder.path("t/8").c_str(), 0600) == 0);
  REQUIRE(mkfifo(folder.path("t/.9").c_str(), 0600) == 0);
  fs::create_symlink("/dev/null", folder.path("t/sub/10"));
  REQUIRE(list_files({folder.path("t"), folder.path("u"), folder.path("t/a")}, &watcher).size() == 5);
  REQUIRE(watcher.told == Paths{"t: 3 1 2"});
  REQUIRE_THROWS_AS(list_files({folder.path("empty")}, &watcher), Error);
  REQUIRE(watcher.told.back() == "empty: 1 0 0");
}

TEST_CASE("standard input may be named once", "[corpus]") {
  REQUIRE(list_files({"-"}) == Paths{"-"});
  REQUIRE_THROWS_AS(list_files({"-", "x", "-"}), UsageError);
}

TEST_CASE("a file that cannot be read is told before any is read, the last as well", "[corpus]") {
  const TemporaryFolder folder;
  const std::string good = folder.write("good", "a");
  REQUIRE_THAT(message_of([&] {
                 BlockReader({good, folder.path("none")}, 100);
               }),
               contains("none: cannot open: No such file or directory"));
  REQUIRE_THAT(message_of([&] {
                 BlockReader({good, folder.write("bad", gzip("a").substr(0, 10))}, 100);
               }),
               contains("bad: cannot unpack"));
}

/// Reads files through blocks of one size; a file's start ends the sentence.
Sentences through_blocks(const Paths& files, std::size_t block_bytes) {
  BlockReader reader(files, block_bytes);
  Sentences all(1);
  std::string text;
  while (reader.next(text)) {
    if (reader.starts_file()) all.emplace_back();
    tokenize(
        text, [&](std::string_view token) { all.back().emplace_back(token); }, [&] { all.emplace_back(); });
  }
  std::erase_if(all, [](const Sentence& sentence) { return sentence.empty(); });
  return all;
}

TEST_CASE("blocks of any size give the tokens and sentences of the whole text", "[corpus]") {
  std::mt19937 random(11);
  const TemporaryFolder folder;
  for (int round = 0; round < 12; ++round) {
    Paths files;
    Sentences expected;
    for (int f = 0; f < 4; ++f) {
      std::string text;
      for (std::size_t parts = random() % 40; parts > 0; --parts) {
        constexpr const char* pieces[] = {
            "a", "bc", " ", "\n", "\r\n", "\r", "  ", "</s>", "\xEF\xBB\xBF", "long-token-of-31-bytes-and-more", "\t"};
        text += pieces[random() % 11];
      }
      const Sentences sentences = sentences_of(text);
      expected.insert(expected.end(), sentences.begin(), sentences.end());
      const std::string mark = random() % 2 == 0 || text.starts_with("\xEF\xBB\xBF") ? "\xEF\xBB\xBF" : "";
      const std::string bytes = mark + text;
      files.push_back(folder.write(std::to_string(f), random() % 3 == 0 ? gzip(bytes) : bytes));
    }
    for (std::size_t size = 1; size <= 40; ++size) {
      CAPTURE(round, size);
      REQUIRE(through_blocks(files, size) == expected);
    }
    REQUIRE(through_blocks(files, 100'000) == expected);
  }
}

/// Lines of files, tokens parted by one blank, through blocks of one size.
std::vector<std::string> lines_through_blocks(const Paths& files, std::size_t block_bytes) {
  BlockReader reader(files, block_bytes);
  std::vector<std::string> all(1);
  std::string text;
  while (reader.next(text)) {
    split_lines(
        text, [&](std::string_view token) { (all.back() += token) += ' '; }, [&] { all.emplace_back(); });
  }
  REQUIRE(all.back().empty());  // the last line has an end
  all.pop_back();
  return all;
}

TEST_CASE("blocks of any size give every line of the text once", "[corpus]") {
  std::mt19937 random(12);
  const TemporaryFolder folder;
  for (int round = 0; round < 40; ++round) {
    std::vector<std::string> expected;
    Paths files;
    for (int f = 0; f < 3; ++f) {
      std::string text;
      for (std::size_t lines = random() % 8; lines > 0; --lines) {
        std::string& line = expected.emplace_back();
        if (random() % 8 == 0) text += std::string(30, ' ');
        for (std::size_t words = random() % 4; words > 0; --words) {
          text += "w" + std::string(random() % 3, ' ') + " ";
          line += "w ";
        }
        // Behind a return comes a blank, for a newline would belong to the same line end.
        const char* const ends[] = {"\n", "\r\n", lines == 1 ? "\r" : "\r "};
        if (lines > 1 || line.empty() || random() % 2 == 0) text += ends[random() % 3];
      }
      files.push_back(folder.write(std::to_string(f), text));
    }
    for (std::size_t size = 1; size <= 40; ++size) {
      CAPTURE(round, size);
      REQUIRE(lines_through_blocks(files, size) == expected);
    }
  }
}

TEST_CASE("a byte-order mark is dropped at the start of a file only, and only once", "[corpus]") {
  const TemporaryFolder folder;
  const std::string mark = "\xEF\xBB\xBF";
  folder.write("1", mark + "a " + mark + "b");
  folder.write("2", mark);
  folder.write("3", mark + mark + "c");
  for (std::size_t size = 1; size <= 40; ++size) {
    CAPTURE(size);
    REQUIRE(through_blocks({folder.path("1"), folder.path("2"), folder.path("3")}, size) ==
            Sentences{{"a", mark + "b"}, {mark + "c"}});
  }
}

TEST_CASE("after a fault no more is read", "[corpus]") {
  const TemporaryFolder folder;
  const std::string packed = gzip("a b\n");
  BlockReader reader({folder.write("cut", packed.substr(0, packed.size() - 4)), folder.write("whole", "c d\n")}, 100);
  std::string text;
  REQUIRE_THAT(message_of([&] {
                 while (reader.next(text)) {
                 }
               }),
               contains("cut: cannot unpack"));
  REQUIRE(!reader.next(text));
}

TEST_CASE("bytes are counted as they are taken, of the total of plain files", "[corpus]") {
  const TemporaryFolder folder;
  const std::string one = folder.write("1", std::string(1000, 'a') + " ");
  const std::string two = folder.write("2", gzip(std::string(100'000, 'a')));
  BlockReader reader({one, two}, 100);
  REQUIRE(reader.total() == fs::file_size(one) + fs::file_size(two));
  REQUIRE(reader.consumed() == 0);
  std::string text;
  std::uint64_t before = 0;
  while (reader.next(text)) {
    REQUIRE(reader.consumed() >= before);
    before = reader.consumed();
  }
  REQUIRE(before == reader.total());
  REQUIRE(BlockReader({one, "-"}, 100).total() == 0);
  REQUIRE(BlockReader({one, "/dev/null"}, 100).total() == 0);
}

}  // namespace
}  // namespace w2v::test
