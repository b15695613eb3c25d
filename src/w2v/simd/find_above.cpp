#include "w2v/simd/find_above.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "w2v/simd/find_above.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

std::size_t find_above(const float* HWY_RESTRICT values, const float* HWY_RESTRICT scales, std::size_t count,
                       float threshold, std::uint32_t* HWY_RESTRICT found) {
  const hn::ScalableTag<float> d;
  const auto least = hn::Set(d, threshold);
  std::size_t number = 0;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto scaled = hn::Mul(hn::LoadU(d, values + i), hn::LoadU(d, scales + i));
    if (HWY_LIKELY(hn::AllFalse(d, hn::Ge(scaled, least)))) continue;
    for (std::size_t r = i; r < i + hn::Lanes(d); ++r) {
      if (values[r] * scales[r] >= threshold) found[number++] = static_cast<std::uint32_t>(r);
    }
  }
  return number;
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(find_above);

std::size_t find_above(const float* values, const float* scales, std::size_t count, float threshold,
                       std::uint32_t* found) {
  return HWY_DYNAMIC_DISPATCH(find_above)(values, scales, count, threshold, found);
}

}  // namespace w2v::simd
#endif
