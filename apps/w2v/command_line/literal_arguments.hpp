#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace app {

/// Marks the arguments that stand for themselves: those behind `--`, which goes, and those like `[unk]`. CLI11 would
/// refuse the first where others stand in front of it, and take the second for a list.
std::vector<std::string> mark_literal(const std::vector<std::string>& arguments);

/// For messages about arguments.
std::string without_marks(std::string text);

/// Has the options of a command take the mark off.
void accept_literal(CLI::App& command);

}  // namespace app
