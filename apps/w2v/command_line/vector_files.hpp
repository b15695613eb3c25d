#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "command_line/named_files.hpp"
#include "w2v/formats/vector_format.hpp"
#include "w2v/vectors/load_vectors.hpp"
#include "w2v/vectors/row_reader.hpp"

namespace app {

// Files of vectors that commands read and write.

/// The file of vectors that a command asks: the one named, else $W2V_MODEL, else vectors.bin or vectors.txt in the
/// current folder. Throws w2v::Error if there is none.
std::string model_path(const std::string& named);

/// That file and what messages call it; without a path if there is none.
NamedFile model_input(const std::string& named);

/// Loads a model, and says what of it was left out and what is wrong with its index. Throws w2v::Error.
w2v::LoadedVectors load_model(const std::string& path, const w2v::ReadOptions& options);

/// Says what a reader did not take from a file, if there was anything.
void report_left_out(const std::string& path, const w2v::LeftOut& left_out);

/// Says how many rows were left out, by reason. `first` is the message of the first of them, or empty.
void report_left_out(const std::string& path, const std::map<std::string, std::uint64_t>& reasons,
                     const std::string& first);

/// The format in which vectors go to `path`: as `named` (see w2v::format_names()), or by the path's ending where that
/// is empty. Throws w2v::UsageError where binary would go to a terminal, for an ending that tells no format or is that
/// of a compressed file.
w2v::VectorFormat output_format(const std::string& named, const std::string& path);

}  // namespace app
