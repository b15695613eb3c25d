#pragma once

#include <cstdint>
#include <limits>

namespace CLI {
class Validator;
}

namespace app {

/// For transform(): checks that the value of an option is a whole number, and takes leading zeros off it, which CLI11
/// would read as the mark of an octal one.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// For check(): the value of an option is a decimal number, with or without a fraction. CLI11 would also take nan, inf,
/// hexadecimal numbers and those that are too large for a double.
CLI::Validator finite_number();

}  // namespace app
