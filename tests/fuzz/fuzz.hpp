#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "w2v/base/error.hpp"

/// What libFuzzer and replay.cpp call with each input. An Error of the library is a right answer to a wrong
/// input; every other exception ends the program, which is a finding.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace w2v::fuzz {

/// Ends the program, which is a finding, unless `right`.
inline void require(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "fuzz: wrong: %s\n", what);
  std::abort();
}

/// An input, whose first bytes may be choices, such as options of the reader.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  /// The next byte, or 0 at the end.
  unsigned choice() {
    if (rest_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

/// The folder of this process's files, below $TMPDIR. One for all inputs, for that is cheap; removed at exit.
class Folder {
 public:
  static const Folder& get() {
    static const Folder folder;
    return folder;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::string path(std::string_view name) const { return (path_ / name).string(); }
  std::string write(std::string_view name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path(name);
  }
  [[nodiscard]] std::string read(std::string_view name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void remove(std::string_view name) const { std::filesystem::remove(path(name)); }

 private:
  Folder() {
    std::string path = (std::filesystem::temp_directory_path() / "w2v-fuzz-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr) std::abort();
    path_ = path;
  }

  std::filesystem::path path_;
};

/// Runs `work`; false if it threw an Error.
template <class Work>
bool accepted(Work&& work) {
  try {
    work();
    return true;
  } catch (const Error& refusal) {
    const std::string_view message = refusal.what();
    require(!message.empty(), "a message is not empty");
    require(message.find('\n') == std::string_view::npos, "a message is one line");
    return false;
  }
}

}  // namespace w2v::fuzz
