#pragma once

#include <string>

#include "command_tree.hpp"

/// Each makes the text of a file from the tree.
namespace reference {

/// The manual page w2v(1).
std::string man_page(const CommandTree& tree);
/// The manual page w2v-<command>(1).
std::string man_page(const CommandTree& tree, const Command& command);

std::string bash_completion(const CommandTree& tree);
std::string zsh_completion(const CommandTree& tree);
std::string fish_completion(const CommandTree& tree);

/// docs/CLI.md.
std::string markdown(const CommandTree& tree);

}  // namespace reference
