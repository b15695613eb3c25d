// The updates of a step: rows of both matrices moved by the gradients of the scores, and the next step's rows
// prefetched. Included once for every instruction set, by the source files that Highway compiles so; never by others.
#if defined(W2V_SIMD_STEP_UPDATES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef W2V_SIMD_STEP_UPDATES_INL
#undef W2V_SIMD_STEP_UPDATES_INL
#else
#define W2V_SIMD_STEP_UPDATES_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "w2v/simd/step_scratch.hpp"
#include "w2v/simd/step_tiles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Prefetches the line of a value that will be written to: another thread's copy of it goes at once, not when it is
/// written.
template <class Real>
HWY_INLINE void prefetch_to_write(const Real* value) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3  // on older processors the instruction may do nothing at all
  asm volatile("prefetchw %0" : : "m"(*value));
#else
  hwy::Prefetch(value);
#endif
}

/// Prefetches values begin .. end - 1 of a row.
template <class Real>
HWY_INLINE void prefetch_values(const Real* row, std::size_t begin, std::size_t end) {
  constexpr std::size_t line = 64 / sizeof(Real);
  for (std::size_t i = (begin + line - 1) / line * line; i < end; i += line) prefetch_to_write(row + i);
}

/// Prefetches values begin .. end - 1 of the rows that the next step needs.
template <class Real>
HWY_INLINE void prefetch_upcoming(const StepScratch<Real>& s, std::size_t begin, std::size_t end) {
  for (const Real* row : s.upcoming) prefetch_values(row, begin, end);
}

/// Moves `Slices` vectors, from value i on, of n context rows and G output rows.
template <bool InPlace, std::size_t G, std::size_t Slices, class Real>
HWY_INLINE void update_slices(const StepScratch<Real>& s, const Real* HWY_RESTRICT gradients,
                              Real* const* HWY_RESTRICT outputs, std::size_t i) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t n = s.n;
  const std::size_t step = s.groups() * StepScratch<Real>::tile;
  Real* const* HWY_RESTRICT contexts = s.contexts;
  hn::Vec<decltype(d)> old[Slices][G];
  hn::Vec<decltype(d)> now[Slices][G];
  for (std::size_t g = 0; g < G; ++g) {
    for (std::size_t k = 0; k < Slices; ++k) now[k][g] = old[k][g] = hn::Load(d, outputs[g] + i + k * lanes);
  }
  const Real* HWY_RESTRICT pair = gradients;
  for (std::size_t c = 0; c < n; c += 2, pair += step) {
    for (std::size_t r = 0; r < 2; ++r) {
      Real* row = contexts[c + r] + i;
      hn::Vec<decltype(d)> x[Slices];
      hn::Vec<decltype(d)> x_before[Slices];
      for (std::size_t k = 0; k < Slices; ++k) {
        x[k] = hn::Load(d, row + k * lanes);
        x_before[k] = InPlace ? x[k] : hn::Load(d, s.before + (c + r) * s.stride + i + k * lanes);
      }
      for (std::size_t g = 0; g < G; ++g) {
        const auto slope = hn::Set(d, pair[StepScratch<Real>::in_tile(r, g)]);
        for (std::size_t k = 0; k < Slices; ++k) {
          x[k] = hn::MulAdd(slope, old[k][g], x[k]);
          now[k][g] = hn::MulAdd(slope, x_before[k], now[k][g]);
        }
      }
      for (std::size_t k = 0; k < Slices; ++k) hn::Store(x[k], d, row + k * lanes);
    }
  }
  for (std::size_t g = 0; g < G; ++g) {
    for (std::size_t k = 0; k < Slices; ++k) hn::Store(now[k][g], d, outputs[g] + i + k * lanes);
  }
}

/// Moves n context rows and G output rows by the gradients between them. `before` are the context rows as they were
/// before the step: the rows themselves (InPlace) for the first and only group of outputs.
template <bool InPlace, std::size_t G, class Real>
HWY_INLINE void update(const StepScratch<Real>& s, const Real* HWY_RESTRICT gradients,
                       Real* const* HWY_RESTRICT outputs) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  // Two slices share each gradient's load where there are registers for it: 32 of them.
  constexpr std::size_t slices = many_registers ? 2 : 1;
  std::size_t i = 0;
  for (; i + slices * lanes <= s.stride; i += slices * lanes) {
    prefetch_upcoming(s, i, i + slices * lanes);
    update_slices<InPlace, G, slices>(s, gradients, outputs, i);
  }
  if constexpr (slices > 1) {
    if (i < s.stride) {
      prefetch_upcoming(s, i, s.stride);
      update_slices<InPlace, G, 1>(s, gradients, outputs, i);
    }
  }
}

/// Moves `Slices` vectors, from value i on, of two context rows and all output rows. The contexts stay in registers, so
/// that each output is read and written once.
template <std::size_t Slices, class Real>
HWY_INLINE void update_pair_slices(const StepScratch<Real>& s, std::size_t i) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<decltype(d)> old[2][Slices];
  hn::Vec<decltype(d)> now[2][Slices];
  for (std::size_t r = 0; r < 2; ++r) {
    for (std::size_t k = 0; k < Slices; ++k) now[r][k] = old[r][k] = hn::Load(d, s.contexts[r] + i + k * lanes);
  }
  for_groups(s.m, [&](auto size, std::size_t first) HWY_ATTR {
    const Real* HWY_RESTRICT gradients = s.gradients + first / StepScratch<Real>::group * StepScratch<Real>::tile;
    for (std::size_t g = 0; g < size(); ++g) {
      const auto slope_0 = hn::Set(d, gradients[StepScratch<Real>::in_tile(0, g)]);
      const auto slope_1 = hn::Set(d, gradients[StepScratch<Real>::in_tile(1, g)]);
      Real* const output = s.outputs[first + g] + i;
      if (first + g < s.upcoming.size()) prefetch_values(s.upcoming[first + g], i, i + Slices * lanes);
      for (std::size_t k = 0; k < Slices; ++k) {
        const auto y = hn::Load(d, output + k * lanes);
        now[0][k] = hn::MulAdd(slope_0, y, now[0][k]);
        now[1][k] = hn::MulAdd(slope_1, y, now[1][k]);
        hn::Store(hn::MulAdd(slope_1, old[1][k], hn::MulAdd(slope_0, old[0][k], y)), d, output + k * lanes);
      }
    }
  });
  for (std::size_t r = 0; r < 2; ++r) {
    for (std::size_t k = 0; k < Slices; ++k) hn::Store(now[r][k], d, s.contexts[r] + i + k * lanes);
  }
  for (std::size_t j = s.m; j < s.upcoming.size(); ++j) prefetch_values(s.upcoming[j], i, i + Slices * lanes);
}

/// Moves two context rows, which are not the same, and all output rows by the gradients between them.
template <class Real>
HWY_INLINE void update_pair(const StepScratch<Real>& s) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  constexpr std::size_t slices = many_registers ? 7 : 3;  // four registers each, and three more
  std::size_t i = 0;
  for (; i + slices * lanes <= s.stride; i += slices * lanes) update_pair_slices<slices>(s, i);
  for (; i < s.stride; i += lanes) update_pair_slices<1>(s, i);
}

/// Moves G output rows by their gradients along h, and adds what they give back to `change`, one row.
template <std::size_t G, class Real>
HWY_INLINE void update_outputs(const StepScratch<Real>& s, const Real* HWY_RESTRICT gradients,
                               Real* const* HWY_RESTRICT outputs, bool first_group) {
  const hn::ScalableTag<Real> d;
  Real* HWY_RESTRICT change = s.before;
  for (std::size_t i = 0; i < s.stride; i += hn::Lanes(d)) {
    const auto hidden = hn::Load(d, s.hidden + i);
    if (first_group) prefetch_upcoming(s, i, i + hn::Lanes(d));
    auto sum = first_group ? hn::Zero(d) : hn::Load(d, change + i);
    for (std::size_t g = 0; g < G; ++g) {
      const auto slope = hn::Set(d, gradients[StepScratch<Real>::in_tile(0, g)]);
      const auto output = hn::Load(d, outputs[g] + i);
      sum = hn::MulAdd(slope, output, sum);
      hn::Store(hn::MulAdd(slope, hidden, output), d, outputs[g] + i);
    }
    hn::Store(sum, d, change + i);
  }
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
