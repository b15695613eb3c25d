#include "command_line/numbers.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "w2v/base/text.hpp"

namespace app {
namespace {

bool is_finite_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (stop != text.data() + text.size() || fault == std::errc::invalid_argument) return false;
  // What is out of range may be too small, which is as good as 0.
  return fault == std::errc() ? std::isfinite(value) : std::abs(std::strtod(std::string(text).c_str(), nullptr)) < 1;
}

}  // namespace

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

CLI::Validator finite_number() {
  const auto check = [](const std::string& text) {
    return is_finite_number(text) ? std::string() : fmt::format("expected a number, found '{}'", w2v::printable(text));
  };
  return CLI::Validator(std::function<std::string(std::string&)>(check), "");
}

}  // namespace app
