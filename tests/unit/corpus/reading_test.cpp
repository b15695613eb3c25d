#include <atomic>
#include <chrono>
#include <thread>

#include "../packed.hpp"
#include "text_oracle.hpp"
#include "w2v/corpus/corpus.hpp"

namespace w2v::test {
namespace {

/// Asks to stop at the n-th block.
struct Stopper : Observer {
  explicit Stopper(int blocks) : blocks_left(blocks) {}
  [[nodiscard]] bool stop_requested() const override { return --blocks_left < 0; }
  mutable std::atomic<int> blocks_left;
};

TEST_CASE("reading stops when it is asked to, at every block and number of threads", "[corpus]") {
  const TemporaryFolder folder;
  std::string text;
  while (text.size() < 5'000'000) text += std::string(1000, 'x') + "\n";
  const std::string path = folder.write("t", text);
  for (const int threads : {1, 2, 6}) {
    for (int blocks = 0; blocks < 4; ++blocks) {
      for (const bool count_only : {false, true}) {
        Stopper stopper(blocks);
        const CorpusConfig config{.paths = {path}, .vocabulary = {}, .threads = threads};
        REQUIRE_THROWS_AS(count_only ? (void)count_corpus(config, stopper) : (void)read_corpus(config, stopper),
                          Interrupted);
      }
    }
  }
}

/// Asks to stop at the third block, some time after it was taken.
struct LateStopper : Observer {
  explicit LateStopper(int delay) : milliseconds(delay) {}
  [[nodiscard]] bool stop_requested() const override {
    if (++blocks < 3) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    return true;
  }
  int milliseconds;
  mutable std::atomic<int> blocks{0};
};

TEST_CASE("workers that wait for their turn are woken when it never comes", "[corpus]") {
  // The first block is slow and the second quick, so its worker waits while the third stops. A fault hangs
  // here.
  const TemporaryFolder folder;
  std::string text;
  while (text.size() < (1 << 20) - 2) text += "a b ";
  text += std::string(1 << 20, 'x') + " " + std::string(1 << 20, 'y') + " " + std::string(1 << 20, 'z');
  const std::string path = folder.write("t", text);
  for (const int delay : {0, 1, 2, 4, 8, 16, 32, 64}) {
    LateStopper stopper(delay);
    REQUIRE_THROWS_AS(read_corpus({.paths = {path}, .vocabulary = {}, .threads = 4}, stopper), Interrupted);
  }
}

TEST_CASE("a file that breaks in its middle stops the reading, at any number of threads", "[corpus]") {
  const TemporaryFolder folder;
  std::mt19937 random(1);
  std::string text;
  while (text.size() < 4'000'000)
    text += std::string(500, static_cast<char>('a' + random() % 26)) + " " + std::to_string(random()) + "\n";
  const std::string bytes = gzip(text);
  const std::string path = folder.write("t", bytes.substr(0, bytes.size() - 1000));
  for (const int threads : {1, 2, 3, 6}) {
    REQUIRE_THAT(message_of([&] {
                   Observer nobody;
                   read_corpus({.paths = {path}, .vocabulary = {}, .threads = threads}, nobody);
                 }),
                 contains("t: cannot unpack after compressed byte "));
  }
}

struct Watcher : Observer {
  void reading(const ReadingProgress& progress) override { all.push_back(progress); }
  [[nodiscard]] double interval() const override { return 0; }
  std::vector<ReadingProgress> all;
};

TEST_CASE("progress grows to all bytes and tokens", "[corpus]") {
  const TemporaryFolder folder;
  std::string text;
  while (text.size() < 2'500'000) text += std::string(999, 'x') + "\n";
  for (const int threads : {1, 3}) {
    Watcher watcher;
    read_corpus({.paths = {folder.write("t", text)}, .vocabulary = {}, .threads = threads}, watcher);
    REQUIRE(watcher.all.size() >= 3);
    for (std::size_t i = 1; i < watcher.all.size(); ++i) REQUIRE(watcher.all[i].tokens >= watcher.all[i - 1].tokens);
    REQUIRE(watcher.all.back().tokens == text.size() / 1000);
    REQUIRE(watcher.all.back().bytes == text.size());
    REQUIRE(watcher.all.back().total_bytes == text.size());
  }
}

}  // namespace
}  // namespace w2v::test
