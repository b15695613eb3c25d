#include "w2v/simd/matrix_product.hpp"

#include <algorithm>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "w2v/simd/matrix_product.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "w2v/simd/matrix_product_tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Rows of B that are worked on together: with the columns of a tile, what fits the first-level cache.
constexpr std::size_t inner_at_once = 128;

/// N vectors of columns, all rows, a part of the inner dimension.
template <bool add, std::size_t N, class Real>
HWY_INLINE void panel(const Product<Real>& p, std::size_t inner_begin, std::size_t inner, std::size_t column) {
  const Real* b = p.b + inner_begin * p.b_step + column;
  const auto rows_from = [&](auto count, std::size_t row) HWY_ATTR {
    const Real* a[count()];
    for (std::size_t q = 0; q < count(); ++q) a[q] = p.a + (row + q) * p.a_row_step + inner_begin * p.a_column_step;
    product_tile<add, count(), N>(a, p.a_column_step, b, p.b_step, inner, p.c + row * p.c_step + column, p.c_step);
  };
  std::size_t row = 0;
  for (; row + 6 <= p.rows; row += 6) rows_from(std::integral_constant<std::size_t, 6>(), row);
  for (; row + 2 <= p.rows; row += 2) rows_from(std::integral_constant<std::size_t, 2>(), row);
  if (row < p.rows) rows_from(std::integral_constant<std::size_t, 1>(), row);
}

template <bool add, class Real>
HWY_INLINE void all_columns(const Product<Real>& p, std::size_t inner_begin, std::size_t inner) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  std::size_t column = 0;
  for (; column + vectors_at_once * lanes <= p.columns; column += vectors_at_once * lanes) {
    panel<add, vectors_at_once>(p, inner_begin, inner, column);
  }
  if constexpr (vectors_at_once > 2) {
    for (; column + 2 * lanes <= p.columns; column += 2 * lanes) panel<add, 2>(p, inner_begin, inner, column);
  }
  for (; column < p.columns; column += lanes) panel<add, 1>(p, inner_begin, inner, column);
}

template <class Real>
HWY_INLINE void whole_product(const Product<Real>& p) {
  for (std::size_t begin = 0; begin < p.inner; begin += inner_at_once) {
    const std::size_t inner = std::min(inner_at_once, p.inner - begin);
    if (p.add || begin > 0) {
      all_columns<true>(p, begin, inner);
    } else {
      all_columns<false>(p, begin, inner);
    }
  }
}

void multiply_float(const Product<float>& p) {
  whole_product(p);
}
void multiply_double(const Product<double>& p) {
  whole_product(p);
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(multiply_float);
HWY_EXPORT(multiply_double);

template <>
void multiply(const Product<float>& product) {
  HWY_DYNAMIC_DISPATCH(multiply_float)(product);
}
template <>
void multiply(const Product<double>& product) {
  HWY_DYNAMIC_DISPATCH(multiply_double)(product);
}

}  // namespace w2v::simd
#endif
