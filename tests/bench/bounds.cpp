#include "bench/bounds.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/bounds.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bench::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

double multiply_add(std::size_t rounds, float* sink) {
  const hn::ScalableTag<float> d;
  constexpr std::size_t chains = 12;  // two units with a latency of four to five cycles
  hn::Vec<decltype(d)> sum[chains];
  for (std::size_t c = 0; c < chains; ++c) sum[c] = hn::Set(d, static_cast<float>(c));
  const auto a = hn::Set(d, 0.999F);
  const auto b = hn::Set(d, 0.001F);
  for (std::size_t r = 0; r < rounds; ++r) {
    for (std::size_t c = 0; c < chains; ++c) sum[c] = hn::MulAdd(sum[c], a, b);
  }
  for (std::size_t c = 1; c < chains; ++c) sum[0] = hn::Add(sum[0], sum[c]);
  *sink = hn::GetLane(hn::SumOfLanes(d, sum[0]));
  return 2.0 * static_cast<double>(rounds * chains * hn::Lanes(d));
}

}  // namespace bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bench {

HWY_EXPORT(multiply_add);

double multiply_add(std::size_t rounds, float* sink) {
  return HWY_DYNAMIC_DISPATCH(multiply_add)(rounds, sink);
}

}  // namespace bench
#endif
