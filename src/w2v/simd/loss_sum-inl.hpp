// Included once for every instruction set, by the source files that Highway compiles so; never by others.
#if defined(W2V_SIMD_LOSS_SUM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef W2V_SIMD_LOSS_SUM_INL
#undef W2V_SIMD_LOSS_SUM_INL
#else
#define W2V_SIMD_LOSS_SUM_INL
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "w2v/simd/step_scratch.hpp"

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// e^x, for |x| <= 20 to within two units in the last place, for |x| <= 80 to within one part in 100,000: a power of
/// two from the exponent's bits, times the rest by a polynomial. A third of the latency of the library's, which also
/// serves extreme arguments.
template <class D>
HWY_INLINE hn::Vec<D> exponential(D d, hn::Vec<D> x) {
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    return hn::Exp(d, x);
  } else {
    const hn::RebindToSigned<D> integers;
    const auto c = [d](float value) HWY_ATTR { return hn::Set(d, value); };
    const auto round = c(0x1.8p23F);  // the sum with it has no fraction: its last bits are the rounded number
    const auto scaled = hn::Mul(x, c(0x1.715476p0F));  // x log2 e
    const auto shifted = hn::Add(scaled, round);
    const auto f = hn::Sub(scaled, hn::Sub(shifted, round));  // -1/2 .. 1/2
    const auto f2 = hn::Mul(f, f);
    // 2^f: the Taylor series up to f^6, whose rest is below 1.2e-7.
    const auto low = hn::MulAdd(f, c(0.693147181F), c(1.0F));
    const auto middle = hn::MulAdd(f, c(0.0555041087F), c(0.240226507F));
    const auto high = hn::MulAdd(f2, c(0.000154035304F), hn::MulAdd(f, c(0.00133335581F), c(0.00961812911F)));
    const auto power = hn::MulAdd(f2, hn::MulAdd(f2, high, middle), low);
    const auto exponent = hn::ShiftLeft<23>(hn::BitCast(integers, shifted));
    return hn::BitCast(d, hn::Add(hn::BitCast(integers, power), exponent));
  }
}

/// The sum of -log p over many probabilities without a logarithm for each: their product is kept as a mantissa and an
/// exponent. No p may be below e^-21. NaN stays NaN.
template <class Real>
class LossSum {
 public:
  using D = hn::ScalableTag<Real>;
  using V = hn::Vec<D>;

  HWY_INLINE explicit LossSum(Real* state) : state_(state), product_(hn::Load(D(), state)) {}

  HWY_INLINE void multiply(V p) {
    if (++factors_ > 4) {
      normalise();
      factors_ = 1;
    }
    product_ = hn::Mul(product_, p);
  }
  HWY_INLINE void finish() {
    normalise();
    hn::Store(product_, D(), state_);
  }

 private:
  HWY_INLINE void normalise() {
    const D d;
    const hn::RebindToSigned<D> integers;
    constexpr int mantissa_bits = sizeof(Real) == 4 ? 23 : 52;
    const auto bits = hn::BitCast(integers, product_);
    const auto exponent = hn::ConvertTo(d, hn::Sub(hn::ShiftRight<mantissa_bits>(bits), one_exponent()));
    // Zero times the product is what tells NaN and infinity.
    hn::Store(hn::Add(hn::Load(d, state_ + most_lanes), hn::MulAdd(product_, hn::Zero(d), exponent)), d,
              state_ + most_lanes);
    const auto one = hn::BitCast(integers, hn::Set(d, Real{1}));
    const auto mantissa =
        hn::And(bits, hn::Sub(hn::Set(integers, hwy::MakeSigned<Real>{1} << mantissa_bits), hn::Set(integers, 1)));
    product_ = hn::BitCast(d, hn::Or(mantissa, one));
  }
  static HWY_INLINE hn::Vec<hn::RebindToSigned<D>> one_exponent() {
    return hn::Set(hn::RebindToSigned<D>(), sizeof(Real) == 4 ? 127 : 1023);
  }

  Real* state_;  // most_lanes mantissas, then as many exponents
  V product_;
  int factors_ = 0;
};

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
