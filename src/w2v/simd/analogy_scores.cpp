#include "w2v/simd/analogy_scores.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "w2v/simd/analogy_scores.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

BestAnalogyScore best_analogy_score(const float* HWY_RESTRICT a, const float* HWY_RESTRICT b,
                                    const float* HWY_RESTRICT c, float weight, std::size_t count) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto one = hn::Set(d, 1.0F);
  const auto minus_weight = hn::Set(d, -weight);
  // Two of each, for a maximum waits for the one before.
  auto add0 = hn::Set(d, hwy::LowestValue<float>()), add1 = add0;
  auto mul0 = add0, mul1 = add0;
  const auto combine = [&](std::size_t i, auto& add, auto& mul) HWY_ATTR {
    const auto x = hn::Load(d, a + i);
    const auto y = hn::Load(d, b + i);
    const auto z = hn::Load(d, c + i);
    add = hn::Max(add, hn::Add(hn::Sub(y, x), z));
    const auto against = hn::MulAdd(minus_weight, x, minus_weight);
    mul = hn::Max(mul, hn::MulAdd(hn::Add(one, y), hn::Add(one, z), against));
  };
  for (std::size_t i = 0; i < count; i += 2 * lanes) {
    combine(i, add0, mul0);
    combine(i + lanes, add1, mul1);
  }
  return {hn::GetLane(hn::MaxOfLanes(d, hn::Max(add0, add1))), hn::GetLane(hn::MaxOfLanes(d, hn::Max(mul0, mul1)))};
}

void multiply(float* HWY_RESTRICT values, const float* HWY_RESTRICT factors, std::size_t count) {
  const hn::ScalableTag<float> d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    hn::Store(hn::Mul(hn::Load(d, values + i), hn::Load(d, factors + i)), d, values + i);
  }
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(best_analogy_score);
HWY_EXPORT(multiply);

BestAnalogyScore best_analogy_score(const float* a, const float* b, const float* c, float weight, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(best_analogy_score)(a, b, c, weight, count);
}

void multiply(float* values, const float* factors, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(multiply)(values, factors, count);
}

}  // namespace w2v::simd
#endif
