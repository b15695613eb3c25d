#pragma once

#include <cstdint>

#include "w2v/model/matrix.hpp"

namespace w2v {

/// Adam's running means of the gradients of a matrix, and of their squares: values in the form of the matrix.
template <class Real>
struct Moments {
  Moments() = default;
  Moments(std::size_t rows, std::size_t dim)
      : mean(rows, dim, "the mean gradients"), square(rows, dim, "the squared gradients") {}

  Matrix<Real> mean;
  Matrix<Real> square;
};

/// What Adam remembers; no rows under another optimizer.
template <class Real>
struct AdamMoments {
  Moments<Real> input = {};
  Moments<Real> output = {};
  std::uint64_t steps = 0;  ///< taken so far
};

}  // namespace w2v
