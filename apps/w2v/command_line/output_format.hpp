#pragma once

#include <string>

#include "w2v/formats/vector_format.hpp"

/// The format in which vectors go to `path`: as `named` (see w2v::format_names()), or by the path's ending where that
/// is empty. Throws w2v::UsageError where binary would go to a terminal, for an ending that tells no format or is that
/// of a compressed file.
w2v::VectorFormat output_format(const std::string& named, const std::string& path);
