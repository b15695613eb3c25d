#include "command_line/named_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/block_reader.hpp"

namespace app {
namespace {

using Identity = std::pair<dev_t, ino_t>;

/// Which regular file it is; nothing for one that is not there, and for what cannot be overwritten.
std::optional<Identity> identity(const std::string& path) {
  struct stat status {};
  if (path.empty() || path == "-" || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return Identity(status.st_dev, status.st_ino);
}

void require_one_reader_of_standard_input(const std::vector<NamedFile>& inputs) {
  const NamedFile* reader = nullptr;
  for (const NamedFile& input : inputs) {
    if (input.path != "-") continue;
    if (reader != nullptr) {
      throw w2v::UsageError(
          fmt::format("{} -: standard input has {} already: expected a file", input.name, reader->name));
    }
    reader = &input;
  }
}

}  // namespace

void check_files(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  require_one_reader_of_standard_input(inputs);
  std::vector<std::pair<Identity, const NamedFile*>> there;
  for (const NamedFile& output : outputs) {
    if (const auto found = identity(output.path)) there.emplace_back(*found, &output);
  }
  if (there.empty()) return;
  for (const NamedFile& input : inputs) {
    std::error_code fault;  // which opening it will tell
    if (!std::filesystem::exists(input.path, fault)) continue;
    for (const std::string& path : w2v::list_files({input.path})) {
      const auto read = identity(path);
      for (const auto& [file, output] : there) {
        if (read != file) continue;
        throw w2v::UsageError(fmt::format("{} {}: it is read as {} {}: expected another file", output->name,
                                          output->path, input.name, w2v::printable(path)));
      }
    }
  }
}

void require_different_files(const std::vector<NamedFile>& outputs) {
  std::error_code fault;
  const auto place = [&](const std::string& path) {
    const std::string whole = std::filesystem::weakly_canonical(std::filesystem::absolute(path, fault), fault).string();
    return path == "-" || whole.empty() ? path : whole;
  };
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = i + 1; j < outputs.size(); ++j) {
      const std::string& path = outputs[i].path;
      if (path.empty() || place(path) != place(outputs[j].path) || std::filesystem::is_character_file(path, fault))
        continue;
      throw w2v::UsageError(
          fmt::format("{} and {} are both {}: expected different files", outputs[i].name, outputs[j].name, path));
    }
  }
}

}  // namespace app
