#pragma once

namespace CLI {
class Validator;
}

namespace commands {

/// For check(): the value of an option is a decimal number, with or without a fraction. CLI11 would also take nan, inf,
/// hexadecimal numbers and those that are too large for a double.
CLI::Validator finite_number();

}  // namespace commands
