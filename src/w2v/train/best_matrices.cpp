#include "w2v/train/best_matrices.hpp"

#include <algorithm>
#include <utility>

namespace w2v {
namespace {

void copy_values(const Matrix<float>& from, Matrix<float>& to) {
  std::copy_n(from.row(0), from.rows() * from.stride(), to.row(0));
}

}  // namespace

void BestMatrices::reserve(const Model& model) {
  constexpr const char* remedy =
      "leave --patience out, lower --dim, or the number of words with --min-count or --max-vocab";
  input = Matrix<float>(model.input.rows(), model.input.dim(), "the best epoch's input matrix", remedy);
  output = Matrix<float>(model.output.rows(), model.output.dim(), "the best epoch's output matrix", remedy);
}

void BestMatrices::keep(const Model& model) {
  copy_values(model.input, input);
  copy_values(model.output, output);
}

void BestMatrices::move_to(Model& model) {
  std::swap(model.input, input);
  std::swap(model.output, output);
  *this = BestMatrices();
}

}  // namespace w2v
