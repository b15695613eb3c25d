#include "standard_input.hpp"

#include <fmt/format.h>

#include "w2v/base/error.hpp"

void check_standard_input(const std::vector<Input>& inputs) {
  const Input* reader = nullptr;
  for (const Input& input : inputs) {
    if (input.path != "-") continue;
    if (reader != nullptr) {
      throw w2v::UsageError(
          fmt::format("{} -: standard input has {} already: expected a file", input.name, reader->name));
    }
    reader = &input;
  }
}
