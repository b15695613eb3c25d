#include "w2v/projection/pca.hpp"

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace w2v {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Rows that are taken into the covariance at a time, so that memory does not grow with all of them.
constexpr std::size_t block_rows = 1024;

/// Rows first, first + 1, ... in double, the mean taken off.
RowMatrix centred_block(const Matrix<float>& rows, std::size_t first, const Eigen::RowVectorXd& mean) {
  const std::size_t count = std::min(block_rows, rows.rows() - first);
  const auto dim = static_cast<Eigen::Index>(rows.dim());
  RowMatrix block(static_cast<Eigen::Index>(count), dim);
  for (std::size_t i = 0; i < count; ++i) {
    block.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const Eigen::RowVectorXf>(rows.row(first + i), dim).cast<double>() - mean;
  }
  return block;
}

/// An eigenvector with the sign that pca() promises.
Eigen::VectorXd signed_direction(Eigen::VectorXd direction) {
  Eigen::Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  if (direction[largest] < 0) direction = -direction;
  return direction;
}

}  // namespace

PcaProjection pca(const Matrix<float>& rows) {
  const auto dim = static_cast<Eigen::Index>(rows.dim());
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(dim);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    mean += Eigen::Map<const Eigen::RowVectorXf>(rows.row(i), dim).cast<double>();
  }
  if (rows.rows() > 0) mean /= static_cast<double>(rows.rows());

  Eigen::MatrixXd scatter = Eigen::MatrixXd::Zero(dim, dim);
  for (std::size_t first = 0; first < rows.rows(); first += block_rows) {
    const RowMatrix block = centred_block(rows, first, mean);
    scatter.noalias() += block.transpose() * block;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(scatter);  // eigenvalues in ascending order
  const Eigen::Index kept = std::min<Eigen::Index>(2, dim);
  Eigen::MatrixXd directions = Eigen::MatrixXd::Zero(dim, 2);
  for (Eigen::Index k = 0; k < kept; ++k) {
    directions.col(k) = signed_direction(solver.eigenvectors().col(dim - 1 - k));
  }

  PcaProjection result;
  const double variance = scatter.trace();
  result.explained = variance > 0 ? solver.eigenvalues().tail(kept).sum() / variance : 1;
  for (std::size_t first = 0; first < rows.rows(); first += block_rows) {
    const Eigen::MatrixXd places = centred_block(rows, first, mean) * directions;
    for (Eigen::Index i = 0; i < places.rows(); ++i) result.points.push_back({places(i, 0), places(i, 1)});
  }
  return result;
}

}  // namespace w2v
