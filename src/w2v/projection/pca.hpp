#pragma once

#include <vector>

#include "w2v/projection/projection.hpp"

namespace w2v {

struct PcaProjection {
  std::vector<Point> points;  ///< one a row; their mean is 0
  double explained;           ///< share of the rows' variance that the plane keeps, 0 .. 1; 1 if they have none
};

/// Projects rows on their two directions of largest variance (Pearson 1901), the eigenvectors of the covariance. Of the
/// two signs of a direction the one is taken whose component of largest size is positive, the first of equal ones, so
/// the same rows have the same picture. One direction is all there is where dim is 1: y is 0.
PcaProjection pca(const Matrix<float>& rows);

}  // namespace w2v
