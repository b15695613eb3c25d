#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

/// Positions of up to `most` words that are spelt nearly like `word`: at most two characters inserted, left
/// out, replaced or swapped with the next, and one at least in common. Upper and lower case count as equal
/// (lower()). The fewest differences first; of equal ones the word that stands first. The word itself is not among
/// them. Characters are UTF-8 code points; a byte that is none counts as one.
std::vector<std::uint32_t> near_spellings(const WordVectors& vectors, std::string_view word, std::size_t most = 3);

}  // namespace w2v
