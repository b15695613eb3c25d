#include "w2v/simd/bags.hpp"

#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "w2v/simd/bags.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// `Vectors` vectors of the sum, from value i on, times `scale`.
template <std::size_t Vectors, class Real>
HWY_INLINE void sum_part(const Real* rows, std::size_t stride, std::span<const std::uint32_t> bag, std::size_t i,
                         Real scale, Real* out) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<decltype(d)> sum[Vectors];
  const Real* first = rows + bag[0] * stride + i;
  for (std::size_t k = 0; k < Vectors; ++k) sum[k] = hn::Load(d, first + k * lanes);
  for (const std::uint32_t number : bag.subspan(1)) {
    const Real* row = rows + number * stride + i;
    for (std::size_t k = 0; k < Vectors; ++k) sum[k] = hn::Add(sum[k], hn::Load(d, row + k * lanes));
  }
  const auto factor = hn::Set(d, scale);
  for (std::size_t k = 0; k < Vectors; ++k) hn::Store(hn::Mul(sum[k], factor), d, out + i + k * lanes);
}

template <class Real>
HWY_INLINE void scaled_sum(const Real* rows, std::size_t stride, std::span<const std::uint32_t> bag, Real scale,
                           Real* out) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  constexpr std::size_t many = 8;
  std::size_t i = 0;
  for (; i + many * lanes <= stride; i += many * lanes) sum_part<many>(rows, stride, bag, i, scale, out);
  for (; i + 4 * lanes <= stride; i += 4 * lanes) sum_part<4>(rows, stride, bag, i, scale, out);
  for (; i < stride; i += lanes) sum_part<1>(rows, stride, bag, i, scale, out);
}

template <class Real>
HWY_INLINE void add_all(Real* HWY_RESTRICT rows, std::size_t stride, std::span<const std::uint32_t> bag,
                        const Real* HWY_RESTRICT change) {
  const hn::ScalableTag<Real> d;
  for (const std::uint32_t number : bag) {
    Real* row = rows + number * stride;
    for (std::size_t i = 0; i < stride; i += hn::Lanes(d)) {
      hn::Store(hn::Add(hn::Load(d, row + i), hn::Load(d, change + i)), d, row + i);
    }
  }
}

template <class Real>
HWY_INLINE void add_scaled_values(Real* HWY_RESTRICT to, const Real* HWY_RESTRICT from, std::size_t count, Real scale) {
  const hn::ScalableTag<Real> d;
  const auto factor = hn::Set(d, scale);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    hn::Store(hn::MulAdd(factor, hn::Load(d, from + i), hn::Load(d, to + i)), d, to + i);
  }
}

template <class Real>
HWY_INLINE void difference(const Real* after, const Real* before, std::size_t count, Real scale, Real* change) {
  const hn::ScalableTag<Real> d;
  const auto factor = hn::Set(d, scale);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    hn::Store(hn::Mul(factor, hn::Sub(hn::Load(d, after + i), hn::Load(d, before + i))), d, change + i);
  }
}

// Functions that the dispatcher can name.
using Bag = std::span<const std::uint32_t>;
void sum_float(const float* rows, std::size_t stride, Bag bag, float scale, float* out) {
  scaled_sum(rows, stride, bag, scale, out);
}
void sum_double(const double* rows, std::size_t stride, Bag bag, double scale, double* out) {
  scaled_sum(rows, stride, bag, scale, out);
}
void add_float(float* rows, std::size_t stride, Bag bag, const float* change) {
  add_all(rows, stride, bag, change);
}
void add_double(double* rows, std::size_t stride, Bag bag, const double* change) {
  add_all(rows, stride, bag, change);
}
void difference_float(const float* after, const float* before, std::size_t count, float scale, float* change) {
  difference(after, before, count, scale, change);
}
void difference_double(const double* after, const double* before, std::size_t count, double scale, double* change) {
  difference(after, before, count, scale, change);
}
void add_scaled_float(float* to, const float* from, std::size_t count, float scale) {
  add_scaled_values(to, from, count, scale);
}
void add_scaled_double(double* to, const double* from, std::size_t count, double scale) {
  add_scaled_values(to, from, count, scale);
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(sum_float);
HWY_EXPORT(sum_double);
HWY_EXPORT(add_float);
HWY_EXPORT(add_double);
HWY_EXPORT(difference_float);
HWY_EXPORT(difference_double);
HWY_EXPORT(add_scaled_float);
HWY_EXPORT(add_scaled_double);

namespace {

template <class Real>
void scaled_sum(const Real* rows, std::size_t stride, std::span<const std::uint32_t> bag, Real scale, Real* out) {
  if constexpr (std::is_same_v<Real, float>) {
    HWY_DYNAMIC_DISPATCH(sum_float)(rows, stride, bag, scale, out);
  } else {
    HWY_DYNAMIC_DISPATCH(sum_double)(rows, stride, bag, scale, out);
  }
}

}  // namespace

template <class Real>
void sum_of_bag(const Real* rows, std::size_t stride, std::span<const std::uint32_t> bag, Real* sum) {
  scaled_sum(rows, stride, bag, Real{1}, sum);
}

template <class Real>
void mean_of_bag(const Real* rows, std::size_t stride, std::span<const std::uint32_t> bag, Real* mean) {
  scaled_sum(rows, stride, bag, static_cast<Real>(1.0 / static_cast<double>(bag.size())), mean);
}

template <class Real>
void add_to_bag(Real* rows, std::size_t stride, std::span<const std::uint32_t> bag, const Real* change) {
  if constexpr (std::is_same_v<Real, float>) {
    HWY_DYNAMIC_DISPATCH(add_float)(rows, stride, bag, change);
  } else {
    HWY_DYNAMIC_DISPATCH(add_double)(rows, stride, bag, change);
  }
}

template <class Real>
void scaled_difference(const Real* after, const Real* before, std::size_t count, Real scale, Real* change) {
  if constexpr (std::is_same_v<Real, float>) {
    HWY_DYNAMIC_DISPATCH(difference_float)(after, before, count, scale, change);
  } else {
    HWY_DYNAMIC_DISPATCH(difference_double)(after, before, count, scale, change);
  }
}

template <class Real>
void add_scaled(Real* to, const Real* from, std::size_t count, Real scale) {
  if constexpr (std::is_same_v<Real, float>) {
    HWY_DYNAMIC_DISPATCH(add_scaled_float)(to, from, count, scale);
  } else {
    HWY_DYNAMIC_DISPATCH(add_scaled_double)(to, from, count, scale);
  }
}

template void sum_of_bag(const float*, std::size_t, std::span<const std::uint32_t>, float*);
template void sum_of_bag(const double*, std::size_t, std::span<const std::uint32_t>, double*);
template void mean_of_bag(const float*, std::size_t, std::span<const std::uint32_t>, float*);
template void mean_of_bag(const double*, std::size_t, std::span<const std::uint32_t>, double*);
template void add_to_bag(float*, std::size_t, std::span<const std::uint32_t>, const float*);
template void add_to_bag(double*, std::size_t, std::span<const std::uint32_t>, const double*);
template void scaled_difference(const float*, const float*, std::size_t, float, float*);
template void scaled_difference(const double*, const double*, std::size_t, double, double*);
template void add_scaled(float*, const float*, std::size_t, float);
template void add_scaled(double*, const double*, std::size_t, double);

}  // namespace w2v::simd
#endif
