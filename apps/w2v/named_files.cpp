#include "outputs.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/block_reader.hpp"

namespace {

using Identity = std::pair<dev_t, ino_t>;

/// Which regular file it is; nothing for one that is not there, and for what cannot be overwritten.
std::optional<Identity> identity(const std::string& path) {
  struct stat status {};
  if (path.empty() || path == "-" || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return Identity(status.st_dev, status.st_ino);
}

}  // namespace

void require_different_files(const std::vector<Output>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = i + 1; j < outputs.size(); ++j) {
      const std::string& path = outputs[i].path;
      if (path.empty() || path != outputs[j].path || std::filesystem::is_character_file(path)) continue;
      throw w2v::UsageError(
          fmt::format("{} and {} are both {}: expected different files", outputs[i].name, outputs[j].name, path));
    }
  }
}

void require_not_read(const std::vector<Output>& outputs, const std::vector<std::string>& inputs) {
  std::vector<std::pair<Identity, const Output*>> there;
  for (const Output& output : outputs) {
    if (const auto found = identity(output.path)) there.emplace_back(*found, &output);
  }
  if (there.empty()) return;
  for (const std::string& input : w2v::list_files(inputs)) {
    const auto read = identity(input);
    for (const auto& [file, output] : there) {
      if (read != file) continue;
      throw w2v::UsageError(fmt::format("{} {}: it is read as {}: expected another file", output->name, output->path,
                                        w2v::printable(input)));
    }
  }
}
