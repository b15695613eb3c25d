#pragma once

#include <string>

/// The file of vectors that a command asks: the one named, else $W2V_MODEL, else vectors.bin or vectors.txt in the current
/// folder. Throws w2v::Error if there is none.
std::string model_path(const std::string& named);
