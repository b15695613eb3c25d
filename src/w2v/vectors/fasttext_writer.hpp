#pragma once

#include <cstdint>

#include "w2v/formats/fasttext_model.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/model/model.hpp"

namespace w2v {

/// Bytes of a fastText model of these rows: every bucket has a row there, needed or not.
std::uint64_t fasttext_bytes(const Model& model, std::int32_t buckets);

/// Writes a model as fastText does (docs/FORMATS.md), rows as they were trained, and commits. `header`: how the model
/// was trained; its dim is that of the model. Rows of buckets that no word needs are zeros. Throws Error, before it
/// writes, if the disk has too little space.
void write_fasttext(AtomicFile file, const Model& model, FastTextHeader header);

}  // namespace w2v
