#pragma once

#include "w2v/model/matrix.hpp"
#include "w2v/model/model.hpp"

namespace w2v {

/// The matrices as they were after the epoch with the lowest held-out loss.
struct BestMatrices {
  Matrix<float> input = {};
  Matrix<float> output = {};

  /// Makes room for the matrices of a model. Throws Error, with the number of bytes, if the memory cannot be had.
  void reserve(const Model& model);
  [[nodiscard]] bool reserved() const { return input.rows() > 0; }

  /// Copies the matrices of a model, for which there is room.
  void keep(const Model& model);

  /// Puts the kept matrices into the model and gives back the memory of the others.
  void move_to(Model& model);
};

}  // namespace w2v
