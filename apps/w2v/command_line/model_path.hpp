#pragma once

#include <string>

#include "command_line/named_files.hpp"
#include "w2v/vectors/load_vectors.hpp"

/// The file of vectors that a command asks: the one named, else $W2V_MODEL, else vectors.bin or vectors.txt in the
/// current folder. Throws w2v::Error if there is none.
std::string model_path(const std::string& named);

/// That file and what messages call it; without a path if there is none.
NamedFile model_input(const std::string& named);

/// Loads a model, and says what of it was left out and what is wrong with its index. Throws w2v::Error.
w2v::LoadedVectors load_model(const std::string& path, const w2v::ReadOptions& options);
