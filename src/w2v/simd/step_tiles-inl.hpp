// Scores between contexts and outputs, and the gradients of the scores, tile by tile (StepScratch).
// Included once for every instruction set, by the source files that Highway compiles so; never by others.
#if defined(W2V_SIMD_STEP_TILES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef W2V_SIMD_STEP_TILES_INL
#undef W2V_SIMD_STEP_TILES_INL
#else
#define W2V_SIMD_STEP_TILES_INL
#endif

#include <hwy/highway.h>

#include <type_traits>

#include "w2v/simd/loss_sum-inl.hpp"
#include "w2v/simd/step_scratch.hpp"

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Whether there are 32 vector registers, enough for twice the work at a time.
constexpr bool many_registers = HWY_TARGET == HWY_AVX3;

/// Calls f<G>(first) for every group of G output rows: sixes, then a four or a two.
template <class F>
HWY_INLINE void for_groups(std::size_t m, const F& f) {
  constexpr std::size_t group = StepScratch<float>::group;
  std::size_t first = 0;
  for (; first + group <= m; first += group) f(std::integral_constant<std::size_t, group>(), first);
  if (m - first == 4) f(std::integral_constant<std::size_t, 4>(), first);
  if (m - first == 2) f(std::integral_constant<std::size_t, 2>(), first);
}

/// The sums of four vectors, side by side in every 128-bit block, each block with its part of them.
template <class D, class V>
HWY_INLINE V sums_in_blocks(D d, V a, V b, V c, V e) {
#if HWY_TARGET != HWY_SCALAR
  const auto ab = hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
  const auto ce = hn::Add(hn::InterleaveLower(d, c, e), hn::InterleaveUpper(d, c, e));
  const hn::RepartitionToWide<D> wide;
  const auto ab2 = hn::BitCast(wide, ab);
  const auto ce2 = hn::BitCast(wide, ce);
  return hn::Add(hn::BitCast(d, hn::InterleaveLower(wide, ab2, ce2)),
                 hn::BitCast(d, hn::InterleaveUpper(wide, ab2, ce2)));
#else
  (void)d, (void)b, (void)c, (void)e;
  return a;
#endif
}

/// K tiles of scores become rate * (label - s(x)), in place. The tiles are independent: side by side they hide the
/// latency of a sigmoid. `labels`: one array for each tile.
template <std::size_t K, class Real>
HWY_INLINE void tile_gradients(Real* HWY_RESTRICT tiles, const Real* const* labels, Real rate, LossSum<Real>& loss) {
  const hn::ScalableTag<Real> d;
  using V = hn::Vec<decltype(d)>;
  const V one = hn::Set(d, Real{1});
  const V limit = hn::Set(d, Real{20});
  const V step = hn::Set(d, rate);
  for (std::size_t i = 0; i < StepScratch<Real>::used_of_tile; i += hn::Lanes(d)) {
    V label[K];
    V score[K];
    V e[K];
    for (std::size_t k = 0; k < K; ++k) {
      label[k] = hn::Load(d, labels[k] + i);
      score[k] = hn::Load(d, tiles + k * StepScratch<Real>::tile + i);
    }
    for (std::size_t k = 0; k < K; ++k) {
      e[k] = exponential(d, hn::Max(hn::Neg(limit), hn::Min(limit, hn::Mul(score[k], label[k]))));
    }
    for (std::size_t k = 0; k < K; ++k) {
      const V wrong = hn::Div(one, hn::Add(one, e[k]));  // probability of the wrong label
      hn::Store(hn::Mul(hn::Mul(label[k], step), wrong), d, tiles + k * StepScratch<Real>::tile + i);
      const V right = hn::IfThenElse(hn::Eq(label[k], hn::Zero(d)), one, hn::Mul(e[k], wrong));
      loss.multiply(
          hn::MulAdd(score[k], hn::Zero(d), right));  // what the limits made of NaN and infinity counts as NaN
    }
  }
}

/// Keeps a loaded vector in its register: GCC would load it again for every use, and loads are what is short.
template <class V>
HWY_INLINE void keep_in_register([[maybe_unused]] V& v) {
#if HWY_COMPILER_GCC_ACTUAL && HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
  asm("" : "+v"(v.raw));
#endif
}

/// Turns the 16 sums of a tile, one a vector, into the tile of scores.
template <class D, class V, class Real = hn::TFromD<D>>
HWY_INLINE void store_tile(D d, const V* HWY_RESTRICT sum, Real* HWY_RESTRICT out) {
  if constexpr (sizeof(Real) == 4 && HWY_TARGET != HWY_SCALAR) {
    V block[4];
    for (std::size_t b = 0; b < 4; ++b) {
      block[b] = sums_in_blocks(d, sum[4 * b], sum[4 * b + 1], sum[4 * b + 2], sum[4 * b + 3]);
    }
    if constexpr (hn::MaxLanes(D()) == 16) {
#if HWY_MAX_BYTES >= 64 && HWY_TARGET != HWY_SCALAR
      // Halves, then blocks: the order 0, 2, 1, 3 comes from OddEvenBlocks.
      const V first = hn::Add(hn::ConcatLowerLower(d, block[2], block[0]), hn::ConcatUpperUpper(d, block[2], block[0]));
      const V second =
          hn::Add(hn::ConcatLowerLower(d, block[3], block[1]), hn::ConcatUpperUpper(d, block[3], block[1]));
      const V first_sums = hn::Add(first, hn::SwapAdjacentBlocks(first));
      const V second_sums = hn::Add(second, hn::SwapAdjacentBlocks(second));
      hn::Store(hn::OddEvenBlocks(second_sums, first_sums), d, out);
#endif
    } else if constexpr (hn::MaxLanes(D()) == 8) {
#if HWY_MAX_BYTES >= 32 && HWY_TARGET != HWY_SCALAR
      for (std::size_t h = 0; h < 2; ++h) {
        const V lower = hn::ConcatLowerLower(d, block[2 * h + 1], block[2 * h]);
        const V upper = hn::ConcatUpperUpper(d, block[2 * h + 1], block[2 * h]);
        hn::Store(hn::Add(lower, upper), d, out + 8 * h);
      }
#endif
    } else {
      for (std::size_t b = 0; b < 3; ++b) hn::Store(block[b], d, out + 4 * b);
    }
  } else {
    for (std::size_t i = 0; i < StepScratch<Real>::used_of_tile; ++i) out[i] = hn::GetLane(hn::SumOfLanes(d, sum[i]));
  }
}

/// The scores between R rows (1, or 2 for each of R / 2 pairs) and G output rows. The tiles of the pairs are `step`
/// values apart in `out`.
template <std::size_t R, std::size_t G, class Real>
HWY_INLINE void tile_scores(const Real* const* HWY_RESTRICT left, const Real* const* HWY_RESTRICT right,
                            std::size_t stride, std::size_t step, Real* HWY_RESTRICT out) {
  const hn::ScalableTag<Real> d;
  using V = hn::Vec<decltype(d)>;
  constexpr std::size_t pairs = (R + 1) / 2;
  V sum[pairs][StepScratch<Real>::tile];
  for (std::size_t p = 0; p < pairs; ++p) {
    for (std::size_t i = 0; i < StepScratch<Real>::tile; ++i) sum[p][i] = hn::Zero(d);
  }
  for (std::size_t i = 0; i < stride; i += hn::Lanes(d)) {
    V x[R];
    for (std::size_t r = 0; r < R; ++r) x[r] = hn::Load(d, left[r] + i);
    for (std::size_t g = 0; g < G; ++g) {
      V y = hn::Load(d, right[g] + i);
      if (R > 1) keep_in_register(y);
      for (std::size_t r = 0; r < R; ++r) {
        V& s = sum[r / 2][StepScratch<Real>::in_tile(r % 2, g)];
        s = hn::MulAdd(x[r], y, s);
      }
    }
  }
  for (std::size_t p = 0; p < pairs; ++p) store_tile(d, sum[p], out + p * step);
}

/// Turns the scores of `tiles` tiles, `groups` for each pair of contexts, into gradients.
template <class Real>
HWY_INLINE void all_gradients(StepScratch<Real>& s, std::size_t tiles, Real rate) {
  LossSum<Real> loss(s.loss);
  const std::size_t groups = s.groups();
  const auto some = [&](auto count, std::size_t first) HWY_ATTR {
    const Real* labels[count()];
    for (std::size_t k = 0; k < count(); ++k) {
      const std::size_t group = (first + k) % groups * StepScratch<Real>::tile;
      labels[k] = (first + k + groups < tiles ? s.labels : s.last_labels) + group;
    }
    tile_gradients<count()>(s.gradients + first * StepScratch<Real>::tile, labels, rate, loss);
  };
  std::size_t first = 0;
  for (; first + 3 <= tiles; first += 3) some(std::integral_constant<std::size_t, 3>(), first);
  if (tiles - first == 2) some(std::integral_constant<std::size_t, 2>(), first);
  if (tiles - first == 1) some(std::integral_constant<std::size_t, 1>(), first);
  loss.finish();
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
