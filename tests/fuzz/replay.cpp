// Runs a fuzz target on files and on all files of folders: what ordinary tests do with its corpus.

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "fuzz.hpp"

namespace {

namespace fs = std::filesystem;

#if defined(__SANITIZE_ADDRESS__)
void limit_memory() {}  // the sanitizer takes more for itself
#else
/// As scripts/fuzz has it: the numbers that a file claims are no reason to take memory.
void limit_memory() {
  constexpr rlim_t most = rlim_t{2} << 30;
  const rlimit limit{most, most};
  setrlimit(RLIMIT_DATA, &limit);
}
#endif

void run(const fs::path& file) {
  std::printf("%s\n", file.c_str());
  std::fflush(stdout);  // the last one named is the one that ended the program
  std::ifstream in(file, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int count, char** arguments) {
  limit_memory();
  std::vector<fs::path> files;
  for (int i = 1; i < count; ++i) {
    if (!fs::is_directory(arguments[i])) {
      files.emplace_back(arguments[i]);
      continue;
    }
    for (const auto& entry : fs::directory_iterator(arguments[i])) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) run(file);
  return files.empty() ? 1 : 0;
}
