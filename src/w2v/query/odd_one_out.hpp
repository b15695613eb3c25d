#pragma once

#include <cstdint>
#include <span>

#include "w2v/query/top_k.hpp"

namespace w2v {

/// The word that does not belong to the others: the one with the lowest cosine to the mean of all the words'
/// vectors, each scaled to length 1; of equal ones the one that is named first. Match::similarity holds that
/// cosine. `words`: positions, one or more.
Match odd_one_out(const WordVectors& vectors, std::span<const std::uint32_t> words);

}  // namespace w2v
