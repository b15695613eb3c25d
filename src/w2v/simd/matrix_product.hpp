#pragma once

#include <cstddef>

namespace w2v::simd {

/// C = A B, or C += A B. A is rows x inner and read through any two steps, so that it may be a transpose; B
/// is inner x columns and C rows x columns, row after row. `columns` and the steps of B and C are whole
/// 64-byte lines, and both begin at one.
template <class Real>
struct Product {
  std::size_t rows;
  std::size_t inner;  ///< 1 or more
  std::size_t columns;
  const Real* a;
  std::size_t a_row_step;     ///< from a value of A to the one below it
  std::size_t a_column_step;  ///< to the one beside it
  const Real* b;
  std::size_t b_step;  ///< from row to row
  Real* c;
  std::size_t c_step;
  bool add = false;  ///< to what is in C
};

/// 2 * rows * inner * columns floating-point operations. `Real`: float or double.
template <class Real>
void multiply(const Product<Real>& product);

}  // namespace w2v::simd
