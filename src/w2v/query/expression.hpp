#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

/// One word of an expression and what its vector counts; negative behind a minus.
struct Term {
  float weight;
  std::string word;
};

/// Reads `king - man + woman` or `2 * king - 0.5*man`. A + or - is an operator where it stands alone between
/// blanks, so `new-york` and `c++` are words; a minus may stand first. A weight is a number in front of a *,
/// with or without blanks around it. What `is_word` knows is one word first of all: the whole text, or what
/// stands between two operators, blanks in it included, those around it not. Unknown words are returned, too. Throws
/// UsageError that names the character, from 1, where something is missing.
std::vector<Term> parse_expression(std::string_view text, const std::function<bool(std::string_view)>& is_word);

/// A word's position and what its vector counts.
using WeightedWord = std::pair<float, std::uint32_t>;

/// A vector minus `center`, if that is not empty; in double, so that nothing overflows.
std::vector<double> moved(std::span<const float> row, std::span<const float> center);

/// The sum of the words' vectors, each scaled to length 1, times the weights: dim() values, summed in double
/// and scaled to length 1 once; zeros where they cancel out. One word of weight 1 alone is its vector as it is,
/// of any length. `center`, if it is not empty, is subtracted from each vector first.
std::vector<float> expression_point(const WordVectors& vectors, std::span<const WeightedWord> words,
                                    std::span<const float> center = {});

}  // namespace w2v
