#include "w2v/io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <limits>

#include "../support.hpp"

namespace w2v::test {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a file appears whole at commit, with nothing beside it", "[io]") {
  const TemporaryFolder folder;
  {
    AtomicFile file(folder.path("out"));
    file.write("one ");
    file.write("");
    REQUIRE(!fs::exists(folder.path("out")));
    file.write("two");
    REQUIRE(!fs::exists(folder.path("out")));
    file.commit();
    REQUIRE(folder.read("out") == "one two");
    REQUIRE(file.name() == folder.path("out"));
  }
  REQUIRE(folder.files() == 1);
}

TEST_CASE("the old file stays until commit, and for good without one", "[io]") {
  const TemporaryFolder folder;
  folder.write("out", "old");
  {
    AtomicFile file(folder.path("out"));
    file.write(std::string(3'000'000, 'x'));
    REQUIRE(folder.read("out") == "old");
  }
  REQUIRE(folder.read("out") == "old");
  REQUIRE(folder.files() == 1);
  AtomicFile file(folder.path("out"));
  file.write("new");
  file.commit();
  REQUIRE(folder.read("out") == "new");
  REQUIRE(folder.files() == 1);
}

TEST_CASE("paths that name a descriptor, also by links", "[io]") {
  const TemporaryFolder folder;
  folder.write("1", "");
  fs::create_directory(folder.path("fd"));
  folder.write("fd/1", "");
  fs::create_symlink("/dev/stdout", folder.path("link"));
  fs::create_symlink("link", folder.path("link-to-link"));
  fs::create_symlink("/proc/self/fd", folder.path("folder"));
  fs::create_symlink("loop", folder.path("loop"));
  fs::create_symlink("none", folder.path("dangling"));
  REQUIRE(descriptor_named("/dev/stdin") == 0);
  REQUIRE(descriptor_named("/dev/stdout") == 1);
  REQUIRE(descriptor_named("/dev/stderr") == 2);
  REQUIRE(descriptor_named("/dev/fd/1") == 1);
  REQUIRE(descriptor_named("/proc/self/fd/0") == 0);
  REQUIRE(descriptor_named("/proc/thread-self/fd/0") == 0);
  REQUIRE(descriptor_named("/proc/" + std::to_string(getpid()) + "/fd/2") == 2);
  REQUIRE(descriptor_named("/dev/../dev/fd/./1") == 1);
  REQUIRE(descriptor_named("/dev/fd/1000") == 1000);  // it need not be open
  REQUIRE(descriptor_named(folder.path("link")) == 1);
  REQUIRE(descriptor_named(folder.path("link-to-link")) == 1);
  REQUIRE(descriptor_named(folder.path("folder/2")) == 2);
  for (const std::string& path :
       {""s, "-"s, "1"s, "/"s, "/dev"s, "/dev/fd"s, "/dev/fd/"s, "/dev/fd/x"s, "/dev/fd/-1"s, "/dev/null"s,
        "/dev/fd/99999999999"s, "/proc/1/status"s, folder.path("1"), folder.path("fd/1"), folder.path("loop"),
        folder.path("dangling"), folder.path("none")}) {
    CAPTURE(path);
    REQUIRE(!descriptor_named(path));
  }
}

TEST_CASE("a descriptor's file is gone on with, not replaced", "[io]") {
  const TemporaryFolder folder;
  const int descriptor = open(folder.path("out").c_str(), O_WRONLY | O_CREAT, 0600);
  REQUIRE(write(descriptor, "before ", 7) == 7);
  const std::string path = "/dev/fd/" + std::to_string(descriptor);
  {
    AtomicFile file(path);
    file.write("ours");
    file.commit();
    REQUIRE(file.name() == path);
  }
  REQUIRE(write(descriptor, " behind", 7) == 7);
  close(descriptor);
  REQUIRE(folder.read("out") == "before ours behind");
  REQUIRE(folder.files() == 1);
  REQUIRE_THAT(message_of([&] { AtomicFile(std::string(path)); }),
               contains(path + ": cannot write: Bad file descriptor"));
  const int readable = open(folder.path("out").c_str(), O_RDONLY);
  REQUIRE_THAT(message_of([&] { AtomicFile("/dev/fd/" + std::to_string(readable)); }),
               contains("cannot write: Bad file descriptor"));
  close(readable);
}

TEST_CASE("what an earlier process of the same number left behind is in nobody's way", "[io]") {
  const TemporaryFolder folder;
  const std::string start = "out.w2v-" + std::to_string(getpid()) + "-";
  for (int serial = 1; serial <= 300; ++serial) folder.write(start + std::to_string(serial) + ".tmp", "left behind");
  AtomicFile file(folder.path("out"));
  file.write("new");
  file.commit();
  REQUIRE(folder.read("out") == "new");
  REQUIRE(folder.files() == 301);
}

TEST_CASE("a committed empty file is empty", "[io]") {
  const TemporaryFolder folder;
  folder.write("out", "old");
  AtomicFile(folder.path("out")).commit();
  REQUIRE(folder.read("out").empty());
}

TEST_CASE("writes of any size keep their order", "[io]") {
  const TemporaryFolder folder;
  std::string expected;
  AtomicFile file(folder.path("out"));
  for (const std::size_t size : {1, 100, 1 << 20, 3, (1 << 20) - 2, (1 << 20) + 1, 5, 700'000, 700'000}) {
    const std::string bytes(size, static_cast<char>('a' + expected.size() % 26));
    file.write(bytes);
    expected += bytes;
  }
  file.commit();
  REQUIRE((folder.read("out") == expected));
}

TEST_CASE("a moved file still commits", "[io]") {
  const TemporaryFolder folder;
  AtomicFile file(folder.path("out"));
  file.write("one ");
  AtomicFile moved(std::move(file));
  moved.write("two");
  moved.commit();
  REQUIRE(folder.read("out") == "one two");
}

TEST_CASE("the target of a link is replaced and the link stays", "[io]") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path("far"));
  folder.write("far/target", "old");
  fs::create_symlink("far/target", folder.path("link"));
  AtomicFile file(folder.path("link"));
  file.write("new");
  file.commit();
  REQUIRE(fs::is_symlink(folder.path("link")));
  REQUIRE(folder.read("far/target") == "new");
  REQUIRE(folder.files() == 2);
}

TEST_CASE("the mode of the file that is replaced is kept, whatever the umask", "[io]") {
  const TemporaryFolder folder;
  folder.write("out", "old");
  const mode_t umask_before = umask(077);
  for (const mode_t mode : {0600U, 0644U, 0666U, 0755U}) {
    chmod(folder.path("out").c_str(), mode);
    AtomicFile(folder.path("out")).commit();
    struct stat status {};
    REQUIRE(stat(folder.path("out").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == mode);
  }
  umask(027);
  AtomicFile(folder.path("new")).commit();
  struct stat status {};
  REQUIRE(stat(folder.path("new").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
  umask(umask_before);
}

TEST_CASE("a path that cannot be written is refused before any work", "[io]") {
  const TemporaryFolder folder;
  REQUIRE_THAT(message_of([&] { AtomicFile(folder.path("none/out")); }),
               contains("none/out: cannot create: No such file or directory"));
  REQUIRE_THAT(message_of([&] { AtomicFile(folder.path("")); }), contains("is a folder: expected a file to write"));
  folder.write("file", "");
  REQUIRE_THAT(message_of([&] { AtomicFile(folder.path("file/out")); }),
               contains("file/out: cannot create: Not a directory"));
  REQUIRE_THROWS_AS(AtomicFile(""), UsageError);
  REQUIRE(folder.files() == 1);
}

TEST_CASE("a full device is an error, for few bytes and for many", "[io]") {
  if (!fs::exists("/dev/full")) return;
  REQUIRE(message_of([] {
            AtomicFile file("/dev/full");
            file.write("x");
            file.commit();
          }) == "/dev/full: cannot write: No space left on device");
  REQUIRE(message_of([] {
            AtomicFile file("/dev/full");
            for (int i = 0; i < 5; ++i) file.write(std::string(500'000, 'x'));
          }) == "/dev/full: cannot write: No space left on device");
  REQUIRE(message_of([] { AtomicFile("/dev/full").write_at(0, "x"); }) ==
          "/dev/full: cannot write: No space left on device");
  REQUIRE(fs::is_character_file("/dev/full"));
}

TEST_CASE("bytes that were written can be changed until the file appears", "[io]") {
  const TemporaryFolder folder;
  AtomicFile file(folder.path("out"));
  file.require_seekable();
  file.write("0123456789");
  file.write_at(2, "ab");
  file.write(std::string(2'000'000, 'x'));
  file.write_at(0, "AB");
  file.write_at(9, "cd");
  file.write("end");
  file.commit();
  const std::string bytes = folder.read("out");
  REQUIRE(bytes.substr(0, 13) == "ABab45678cdxx");
  REQUIRE(bytes.substr(2'000'008) == "xxend");
}

TEST_CASE("what others hold is not changed at a place", "[io]") {
  const TemporaryFolder folder;
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  const int pipe = open(folder.path("pipe").c_str(), O_RDWR);
  folder.write("log", "theirs");
  const int log = open(folder.path("log").c_str(), O_WRONLY);
  for (const std::string& path : {folder.path("pipe"), "/dev/fd/" + std::to_string(log)}) {
    AtomicFile file(path);
    file.write("0123");
    REQUIRE(message_of([&] { file.require_seekable(); }) ==
            path + ": is a pipe, a terminal or an open descriptor: expected a file");
    REQUIRE_THAT(message_of([&] { file.write_at(0, "a"); }), contains("expected a file"));
  }
  close(pipe);
  close(log);
}

TEST_CASE("a device is written to directly", "[io]") {
  AtomicFile file("/dev/null");
  file.write("x");
  file.write_at(0, "y");
  file.require_space(std::numeric_limits<std::uint64_t>::max());
  file.commit();
  REQUIRE(fs::is_character_file("/dev/null"));
}

TEST_CASE("space that the disk does not have is told before it is used", "[io]") {
  const TemporaryFolder folder;
  const AtomicFile file(folder.path("out"));
  file.require_space(1);
  REQUIRE_THAT(message_of([&] { file.require_space(std::uint64_t{1} << 62); }),
               contains("out: cannot write: needs 4.0 EB, its disk has "));
}

TEST_CASE("a pipe whose reader has gone is no fault but a closed pipe", "[io]") {
  const TemporaryFolder folder;
  REQUIRE(mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  const int reader = open(folder.path("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  auto* const before = std::signal(SIGPIPE, SIG_IGN);
  AtomicFile file(folder.path("pipe"));
  file.write("x");
  close(reader);
  REQUIRE_THROWS_AS(file.commit(), ClosedPipe);
  std::signal(SIGPIPE, before);
}

TEST_CASE("a lone - is standard output", "[io]") {
  const TemporaryFolder folder;
  std::fflush(stdout);
  const int saved = dup(STDOUT_FILENO);
  const int captured = open(folder.path("captured").c_str(), O_WRONLY | O_CREAT, 0600);
  dup2(captured, STDOUT_FILENO);
  std::string name;
  {
    AtomicFile file("-");
    file.write("to the screen");
    file.commit();
    name = file.name();
  }
  const bool still_open = fcntl(STDOUT_FILENO, F_GETFD) >= 0;
  dup2(saved, STDOUT_FILENO);
  close(saved);
  close(captured);
  REQUIRE(folder.read("captured") == "to the screen");
  REQUIRE(name == "standard output");
  REQUIRE(still_open);
}

}  // namespace
}  // namespace w2v::test
