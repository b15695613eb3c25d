// The tile of a matrix product that is held in registers.
// Included once for every instruction set, by the source files that Highway compiles so; never by others.
#if defined(W2V_SIMD_MATRIX_PRODUCT_TILE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef W2V_SIMD_MATRIX_PRODUCT_TILE_INL
#undef W2V_SIMD_MATRIX_PRODUCT_TILE_INL
#else
#define W2V_SIMD_MATRIX_PRODUCT_TILE_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Vectors of columns that are worked on together: with six rows, as many sums as there are registers for.
constexpr std::size_t vectors_at_once = HWY_TARGET == HWY_AVX3 ? 4 : 2;

/// Q rows of A times N vectors of B's columns: C = A B, or C += A B. The values of a row of A are `a_step`
/// apart, the rows of B and of C `b_step` and `c_step`. B is aligned to vectors.
template <bool add, std::size_t Q, std::size_t N, class Real>
HWY_INLINE void product_tile(const Real* const* HWY_RESTRICT a, std::size_t a_step, const Real* HWY_RESTRICT b,
                             std::size_t b_step, std::size_t inner, Real* HWY_RESTRICT c, std::size_t c_step) {
  const hn::ScalableTag<Real> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  V sum[Q][N];
  const Real* row[Q];
  for (std::size_t q = 0; q < Q; ++q) {
    row[q] = a[q];
    for (std::size_t n = 0; n < N; ++n) sum[q][n] = add ? hn::LoadU(d, c + q * c_step + n * lanes) : hn::Zero(d);
  }
  for (std::size_t i = 0; i < inner; ++i, b += b_step) {
    V right[N];
    for (std::size_t n = 0; n < N; ++n) right[n] = hn::Load(d, b + n * lanes);
    for (std::size_t q = 0; q < Q; ++q) {
      const V left = hn::Set(d, row[q][i * a_step]);
      for (std::size_t n = 0; n < N; ++n) sum[q][n] = hn::MulAdd(left, right[n], sum[q][n]);
    }
  }
  for (std::size_t q = 0; q < Q; ++q) {
    for (std::size_t n = 0; n < N; ++n) hn::StoreU(sum[q][n], d, c + q * c_step + n * lanes);
  }
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
