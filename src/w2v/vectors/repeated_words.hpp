#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace w2v {

/// The rows, in ascending order, whose word stands in an earlier row, too. `hashes[i]` is 32 bits of a good hash of
/// word i; `same(i, j)` compares two words and is asked about equal hashes only. Reads `hashes` about once; needs 2 to
/// 4 bytes a row.
std::vector<std::uint32_t> repeated_words(std::span<const std::uint32_t> hashes,
                                          const std::function<bool(std::uint32_t, std::uint32_t)>& same);

}  // namespace w2v
