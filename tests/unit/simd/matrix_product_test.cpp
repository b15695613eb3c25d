#include "w2v/simd/matrix_product.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include "step_oracle.hpp"

namespace w2v::test {
namespace {

/// Whole numbers, NaN where nothing may be read.
template <class Real>
Matrix<Real> whole_numbers(std::mt19937& random, std::size_t rows, std::size_t columns, std::size_t read) {
  Matrix<Real> matrix(rows, columns, "a test");
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < matrix.stride(); ++c) {
      matrix.row(r)[c] =
          c < read ? static_cast<Real>(static_cast<int>(random() % 41) - 20) : std::numeric_limits<Real>::quiet_NaN();
    }
  }
  return matrix;
}

template <class Real>
void check_products(std::mt19937& random) {
  constexpr std::size_t line = 64 / sizeof(Real);
  for (const std::size_t rows : {1, 2, 5, 6, 7, 13}) {
    for (const std::size_t inner : {1, 3, 127, 128, 129, 300}) {
      for (const std::size_t lines : {1, 2, 3, 5, 8}) {
        for (const bool transposed : {false, true}) {
          for (const bool add : {false, true}) {
            CAPTURE(rows, inner, lines, transposed, add, sizeof(Real));
            const std::size_t columns = lines * line;
            const Matrix<Real> a = transposed ? whole_numbers<Real>(random, inner, rows, rows)
                                              : whole_numbers<Real>(random, rows, inner, inner);
            const Matrix<Real> b = whole_numbers<Real>(random, inner, columns + line, columns);
            Matrix<Real> c = whole_numbers<Real>(random, rows, columns + 2 * line, columns + 2 * line);
            const Matrix<Real> before = [&] {
              Matrix<Real> copy(rows, columns + 2 * line, "a test");
              std::copy_n(c.row(0), rows * c.stride(), copy.row(0));
              return copy;
            }();
            simd::multiply<Real>({.rows = rows,
                                  .inner = inner,
                                  .columns = columns,
                                  .a = a.row(0),
                                  .a_row_step = transposed ? 1 : a.stride(),
                                  .a_column_step = transposed ? a.stride() : 1,
                                  .b = b.row(0),
                                  .b_step = b.stride(),
                                  .c = c.row(0),
                                  .c_step = c.stride(),
                                  .add = add});
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < rows; ++i) {
              for (std::size_t j = 0; j < c.stride(); ++j) {
                double expected = add || j >= columns ? double{before.row(i)[j]} : 0;
                for (std::size_t k = 0; k < inner && j < columns; ++k) {
                  expected += double{transposed ? a.row(k)[i] : a.row(i)[k]} * double{b.row(k)[j]};
                }
                wrong += double{c.row(i)[j]} == expected ? 0 : 1;
              }
            }
            REQUIRE(wrong == 0);
          }
        }
      }
    }
  }
}

TEST_CASE("matrix products of whole numbers are exact, of transposes, too, and touch nothing beside", "[simd]") {
  const BestTargetAgain again;
  std::mt19937 random(6);
  for (const std::string& target : simd::available_targets()) {
    simd::use_target(target);
    CAPTURE(target);
    check_products<float>(random);
    check_products<double>(random);
  }
}

}  // namespace
}  // namespace w2v::test
