#pragma once

#include <memory>

#include "w2v/io/byte_source.hpp"
#include "w2v/io/known_file.hpp"

namespace w2v {

/// Unpacks a compressed stream of one of the kinds of is_compressed(). Throws Error for a damaged or cut one, and for a
/// kind that libarchive, as it was built, would leave to another program.
std::unique_ptr<ByteSource> unpacked(std::unique_ptr<ByteSource> below, const KnownFile& known);

}  // namespace w2v
