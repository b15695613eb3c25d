#pragma once

#include <cstdint>
#include <limits>

namespace CLI {
class Validator;
}

namespace commands {

/// The check of an option whose value is a whole number.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

}  // namespace commands
