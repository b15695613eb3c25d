#include "w2v/projection/projection.hpp"

#include "w2v/base/unit.hpp"

namespace w2v {

Matrix<float> unit_rows(const WordVectors& vectors, std::span<const std::uint32_t> words) {
  Matrix<float> rows(words.size(), vectors.dim(), "the rows to project", "show fewer words, with --top");
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::vector<float> row = vectors.row(words[i]);
    scale_to_unit(std::span<const float>(row), rows.row(i));
  }
  return rows;
}

}  // namespace w2v
