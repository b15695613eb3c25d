#include "w2v/simd/descent.hpp"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "w2v/simd/descent.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Real>
HWY_INLINE void plain_step(Real* HWY_RESTRICT values, const Real* HWY_RESTRICT gradient, std::size_t count, Real rate) {
  const hn::ScalableTag<Real> d;
  const auto back = hn::Set(d, -rate);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    hn::Store(hn::MulAdd(back, hn::Load(d, gradient + i), hn::Load(d, values + i)), d, values + i);
  }
}

template <class D, class V, class Real = hn::TFromD<D>>
HWY_INLINE V zero_below(D d, V x, Real least) {
  return hn::IfThenZeroElse(hn::Lt(hn::Abs(x), hn::Set(d, least)), x);
}

template <class Real>
HWY_INLINE void adam_step(Real* HWY_RESTRICT values, Real* HWY_RESTRICT means, Real* HWY_RESTRICT squares,
                          const Real* HWY_RESTRICT gradient, std::size_t count, const AdamStep& step) {
  const hn::ScalableTag<Real> d;
  const auto constant = [d](double value) HWY_ATTR { return hn::Set(d, static_cast<Real>(value)); };
  const auto mean_decay = constant(AdamStep::mean_decay);
  const auto mean_share = constant(1 - AdamStep::mean_decay);
  const auto square_decay = constant(AdamStep::square_decay);
  const auto square_share = constant(1 - AdamStep::square_decay);
  const auto square_scale = constant(step.square_scale);
  const auto epsilon = constant(AdamStep::epsilon);
  const auto back = constant(-step.rate);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto g = zero_below(d, hn::Load(d, gradient + i), Real{1e-16F});
    const auto mean = hn::MulAdd(mean_decay, hn::Load(d, means + i), hn::Mul(mean_share, g));
    const auto square = hn::MulAdd(square_decay, hn::Load(d, squares + i), hn::Mul(square_share, hn::Mul(g, g)));
    const auto size = hn::Add(hn::Sqrt(hn::Mul(square, square_scale)), epsilon);
    hn::Store(hn::MulAdd(back, hn::Div(mean, size), hn::Load(d, values + i)), d, values + i);
    hn::Store(zero_below(d, mean, Real{1e-20F}), d, means + i);
    hn::Store(zero_below(d, square, Real{1e-35F}), d, squares + i);
  }
}

void plain_float(float* values, const float* gradient, std::size_t count, float rate) {
  plain_step(values, gradient, count, rate);
}
void plain_double(double* values, const double* gradient, std::size_t count, double rate) {
  plain_step(values, gradient, count, rate);
}
void adam_float(float* values, float* means, float* squares, const float* gradient, std::size_t count,
                const AdamStep& step) {
  adam_step(values, means, squares, gradient, count, step);
}
void adam_double(double* values, double* means, double* squares, const double* gradient, std::size_t count,
                 const AdamStep& step) {
  adam_step(values, means, squares, gradient, count, step);
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(plain_float);
HWY_EXPORT(plain_double);
HWY_EXPORT(adam_float);
HWY_EXPORT(adam_double);

AdamStep::AdamStep(double learning_rate, unsigned long step)
    : rate(learning_rate / (1 - std::pow(mean_decay, step))), square_scale(1 / (1 - std::pow(square_decay, step))) {}

template <>
void descend(float* values, const float* gradient, std::size_t count, float rate) {
  HWY_DYNAMIC_DISPATCH(plain_float)(values, gradient, count, rate);
}
template <>
void descend(double* values, const double* gradient, std::size_t count, double rate) {
  HWY_DYNAMIC_DISPATCH(plain_double)(values, gradient, count, rate);
}
template <>
void adam(float* values, float* means, float* squares, const float* gradient, std::size_t count, const AdamStep& step) {
  HWY_DYNAMIC_DISPATCH(adam_float)(values, means, squares, gradient, count, step);
}
template <>
void adam(double* values, double* means, double* squares, const double* gradient, std::size_t count,
          const AdamStep& step) {
  HWY_DYNAMIC_DISPATCH(adam_double)(values, means, squares, gradient, count, step);
}

}  // namespace w2v::simd
#endif
