#pragma once

#include "w2v/base/observer.hpp"
#include "w2v/index/indexed_rows.hpp"
#include "w2v/index/vector_index.hpp"

namespace w2v {

/// Makes the index of a mapped file that has none, whole or not at all. Reads everything: throws Error if a
/// value is not finite, Interrupted when the observer asks to stop. `threads` only make it faster.
void write_index(const IndexedRows& vectors, ReducedRows reduced, int threads, const Observer& observer = Observer());

}  // namespace w2v
