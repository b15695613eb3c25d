#pragma once

#include <cstdint>
#include <limits>

namespace CLI {
class Validator;
}

namespace commands {

/// For transform(): checks that the value of an option is a whole number, and takes leading zeros off it, which CLI11
/// would read as the mark of an octal one.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

}  // namespace commands
