#include "w2v/simd/softmax.hpp"

#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "w2v/simd/softmax.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "w2v/simd/loss_sum-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// What probabilities are told apart from 0 by: epsilon squared.
template <class Real>
constexpr Real least_probability = std::numeric_limits<Real>::epsilon() * std::numeric_limits<Real>::epsilon();

/// e^x for x up to 0, and a little above; something below least_probability where x is less than its
/// logarithm. NaN for what is not finite.
template <class D, class V>
HWY_INLINE V small_exponential(D d, V x) {
  using Real = hn::TFromD<D>;
  const V limit = hn::Set(d, sizeof(Real) == 4 ? Real{-40} : Real{-80});
  return hn::MulAdd(x, hn::Zero(d), exponential(d, hn::Max(limit, x)));
}

template <class Real>
HWY_INLINE void sum_columns(const Scores<Real>& s, Real* HWY_RESTRICT largest, Real* HWY_RESTRICT sums) {
  const hn::ScalableTag<Real> d;
  for (std::size_t c = 0; c < s.columns; c += hn::Lanes(d)) {
    const Real* column = s.values + c;
    auto most = hn::Load(d, column);
    for (std::size_t r = 1; r < s.rows; ++r) most = hn::Max(most, hn::Load(d, column + r * s.step));
    auto sum = hn::Zero(d);
    for (std::size_t r = 0; r < s.rows; ++r) {
      sum = hn::Add(sum, small_exponential(d, hn::Sub(hn::Load(d, column + r * s.step), most)));
    }
    hn::Store(most, d, largest + c);
    hn::Store(sum, d, sums + c);
  }
}

template <class Real>
HWY_INLINE void weigh(const Scores<Real>& s, const Real* HWY_RESTRICT log_sums, const Real* HWY_RESTRICT weights,
                      Real* HWY_RESTRICT out) {
  const hn::ScalableTag<Real> d;
  const auto least = hn::Set(d, least_probability<Real>);
  for (std::size_t r = 0; r < s.rows; ++r) {
    for (std::size_t c = 0; c < s.columns; c += hn::Lanes(d)) {
      const auto score = hn::Load(d, s.values + r * s.step + c);
      const auto p = small_exponential(d, hn::Sub(score, hn::Load(d, log_sums + c)));
      const auto weighted = hn::Mul(hn::Load(d, weights + c), p);
      hn::Store(hn::IfThenZeroElse(hn::Lt(p, least), weighted), d, out + r * s.step + c);
    }
  }
}

void sum_float(const Scores<float>& s, float* largest, float* sums) {
  sum_columns(s, largest, sums);
}
void sum_double(const Scores<double>& s, double* largest, double* sums) {
  sum_columns(s, largest, sums);
}
void weigh_float(const Scores<float>& s, const float* log_sums, const float* weights, float* out) {
  weigh(s, log_sums, weights, out);
}
void weigh_double(const Scores<double>& s, const double* log_sums, const double* weights, double* out) {
  weigh(s, log_sums, weights, out);
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(sum_float);
HWY_EXPORT(sum_double);
HWY_EXPORT(weigh_float);
HWY_EXPORT(weigh_double);

template <>
void sum_exponentials(const Scores<float>& scores, float* largest, float* sums) {
  HWY_DYNAMIC_DISPATCH(sum_float)(scores, largest, sums);
}
template <>
void sum_exponentials(const Scores<double>& scores, double* largest, double* sums) {
  HWY_DYNAMIC_DISPATCH(sum_double)(scores, largest, sums);
}
template <>
void weighted_probabilities(const Scores<float>& scores, const float* log_sums, const float* weights, float* out) {
  HWY_DYNAMIC_DISPATCH(weigh_float)(scores, log_sums, weights, out);
}
template <>
void weighted_probabilities(const Scores<double>& scores, const double* log_sums, const double* weights, double* out) {
  HWY_DYNAMIC_DISPATCH(weigh_double)(scores, log_sums, weights, out);
}

}  // namespace w2v::simd
#endif
