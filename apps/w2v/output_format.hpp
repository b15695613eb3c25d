#pragma once

#include <string>

#include "w2v/vectors/vector_writer.hpp"

/// The format in which vectors go to `path`: as `named` (text or binary), or by the path's ending where that is empty.
/// Throws w2v::UsageError where binary would go to a terminal.
w2v::VectorFormat output_format(const std::string& named, const std::string& path);
