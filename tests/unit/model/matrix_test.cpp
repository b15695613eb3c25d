#include "w2v/model/matrix.hpp"

#include <cstdint>
#include <limits>
#include <utility>

#include "../support.hpp"

namespace w2v::test {
namespace {

template <class Real>
void require_padded_rows() {
  for (const std::size_t dim : {1, 7, 8, 15, 16, 17, 100, 300}) {
    const Matrix<Real> matrix(5, dim, "a test");
    CAPTURE(dim, sizeof(Real));
    REQUIRE(matrix.rows() == 5);
    REQUIRE(matrix.dim() == dim);
    REQUIRE(matrix.stride() >= dim);
    REQUIRE(matrix.stride() < dim + 64 / sizeof(Real));
    for (std::size_t i = 0; i < 5; ++i) {
      REQUIRE(reinterpret_cast<std::uintptr_t>(matrix.row(i)) % 64 == 0);
      REQUIRE(matrix.row(i) == matrix.row(0) + i * matrix.stride());
      for (std::size_t k = 0; k < matrix.stride(); ++k) REQUIRE(matrix.row(i)[k] == 0);
    }
    REQUIRE(Matrix<Real>::bytes(5, dim) == 5 * matrix.stride() * sizeof(Real));
  }
}

TEST_CASE("rows are zero, start on a 64-byte line and are padded to one", "[model]") {
  require_padded_rows<float>();
  require_padded_rows<double>();
}

TEST_CASE("a matrix that grows keeps its rows, and the new ones are zero", "[model]") {
  Matrix<float> matrix(3, 20, "a test");
  for (std::size_t i = 0; i < 3; ++i) matrix.row(i)[19] = static_cast<float>(i + 1);
  matrix.grow(100'000);
  REQUIRE(matrix.rows() == 100'000);
  for (std::size_t i = 0; i < 3; ++i) REQUIRE(matrix.row(i)[19] == static_cast<float>(i + 1));
  REQUIRE(matrix.row(3)[19] == 0);
  REQUIRE(matrix.row(99'999)[19] == 0);
  matrix.shrink(2);
  REQUIRE(matrix.rows() == 2);
  matrix.shrink(50);  // never more
  REQUIRE(matrix.rows() == 2);
  const Matrix<float> moved = std::move(matrix);
  REQUIRE(moved.row(1)[19] == 2);
}

TEST_CASE("a matrix too large for any memory is told, also where its bytes have no number", "[model]") {
  REQUIRE_THAT(message_of([] { Matrix<float>(1'000'000'000'000, 1000, "the input matrix"); }),
               contains("cannot allocate 3.6 PB for the input matrix: lower --dim, or the number of words with "));
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const auto& [rows, dim] :
       {std::pair<std::size_t, std::size_t>{most, 1}, {1, most}, {most, most}, {most / 64, 17}, {2, most / 8}}) {
    CAPTURE(rows, dim);
    REQUIRE(Matrix<float>::bytes(rows, dim) >= most / 2);
    const std::size_t many = rows;
    const std::size_t wide = dim;
    REQUIRE_THAT(message_of([&] { Matrix<float>(many, wide, "the input matrix"); }),
                 contains("cannot allocate 16.0 EB"));
  }
}

}  // namespace
}  // namespace w2v::test
