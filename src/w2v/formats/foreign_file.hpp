#pragma once

#include "w2v/io/buffered_reader.hpp"

namespace w2v {

/// Throws Error if the file is known by its first bytes and holds no word vectors: fastText's .bin, a checkpoint or an
/// index of w2v, a Python pickle. The message names what it is and what is expected. Consumes nothing.
void refuse_foreign_file(BufferedReader& in);

}  // namespace w2v
