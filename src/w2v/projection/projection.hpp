#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "w2v/model/matrix.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

/// A place in the plane.
struct Point {
  double x;
  double y;

  friend bool operator==(const Point&, const Point&) = default;
};

/// The rows of some words, each scaled to length 1, in their order: what is projected. Euclidean distances between
/// them stand for cosines: d^2 = 2 - 2 cos. Zeros stay zeros. Throws Error for a row that is not finite.
Matrix<float> unit_rows(const WordVectors& vectors, std::span<const std::uint32_t> words);

}  // namespace w2v
