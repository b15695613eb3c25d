#include "command_line/whole_number.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>

#include "w2v/base/text.hpp"

namespace commands {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](std::string& text) {
    const std::optional<std::uint64_t> value = w2v::parse_integer(text);
    if (value && *value >= least && *value <= most) {
      text = std::to_string(*value);
      return std::string();
    }
    const std::string to = most < std::numeric_limits<std::uint64_t>::max() ? fmt::format(" to {}", most) : "";
    return fmt::format("expected a whole number from {}{}, found '{}'", least, to, w2v::printable(text));
  };
  return CLI::Validator(std::function<std::string(std::string&)>(check), "");
}

}  // namespace commands
