#pragma once

#include <string>
#include <vector>

/// Something that a command reads: what messages call it, and its path.
struct Input {
  std::string name;
  std::string path;
};

/// Throws w2v::UsageError that names both if two inputs are "-": standard input can be read only once.
void check_standard_input(const std::vector<Input>& inputs);
