#pragma once

#include <string>
#include <variant>

#include "w2v/eval/analogy_set.hpp"
#include "w2v/eval/similarity_set.hpp"

namespace w2v {

/// What vectors are evaluated with.
using EvalSet = std::variant<AnalogySet, SimilaritySet>;

/// Reads a set from a file, or from standard input for "-". Its kind is that of the first line that tells: `:
/// section` or four words for analogies, two words and a number for similarities. Throws Error, with the
/// line, for what fits neither.
EvalSet read_eval_set(const std::string& path, const SimilarityColumns& columns = {});

}  // namespace w2v
