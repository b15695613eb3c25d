#include "pictures/picture_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "command_line/console.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"

namespace app {
namespace {

std::string by_ending(const std::string& path, const std::vector<std::string>& forms) {
  std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".htm") ending = ".html";
  if (ending == ".txt") ending = ".text";
  const auto found = std::ranges::find(forms, ending.empty() ? "" : ending.substr(1));
  if (found != forms.end()) return *found;
  throw w2v::UsageError(fmt::format("{}: the ending tells no form of a picture: expected --format with one of {}",
                                    w2v::printable(path), fmt::join(forms, ", ")));
}

}  // namespace

std::string picture_form(const std::string& named, const std::string& path, const std::vector<std::string>& forms) {
  const std::string form = !named.empty() ? named : path == "-" ? forms.front() : by_ending(path, forms);
  if (path == "-" && (form == "html" || form == "svg") && console::stdout_is_terminal()) {
    throw w2v::UsageError(fmt::format(
        "a picture would be written to the terminal: expected --output FILE.{}, a pipe, or another --format", form));
  }
  return form;
}

std::string title_of(const std::string& path) {
  return w2v::printable(path == "-" ? "standard input" : std::filesystem::path(path).filename().string());
}

}  // namespace app
