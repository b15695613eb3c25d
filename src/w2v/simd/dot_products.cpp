#include "w2v/simd/dot_products.hpp"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "w2v/simd/dot_products.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void score_rows(const float* HWY_RESTRICT query, const float* const* HWY_RESTRICT rows, std::size_t count,
                std::size_t dim, float* HWY_RESTRICT dots, float* HWY_RESTRICT squared_norms) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t r = 0; r < count; ++r) {
    const float* HWY_RESTRICT row = rows[r];
    auto dot0 = hn::Zero(d), dot1 = hn::Zero(d), norm0 = hn::Zero(d), norm1 = hn::Zero(d);
    std::size_t i = 0;
    for (; i + 2 * lanes <= dim; i += 2 * lanes) {
      const auto x0 = hn::LoadU(d, row + i);
      const auto x1 = hn::LoadU(d, row + i + lanes);
      dot0 = hn::MulAdd(x0, hn::LoadU(d, query + i), dot0);
      dot1 = hn::MulAdd(x1, hn::LoadU(d, query + i + lanes), dot1);
      norm0 = hn::MulAdd(x0, x0, norm0);
      norm1 = hn::MulAdd(x1, x1, norm1);
    }
    for (; i + lanes <= dim; i += lanes) {
      const auto x = hn::LoadU(d, row + i);
      dot0 = hn::MulAdd(x, hn::LoadU(d, query + i), dot0);
      norm0 = hn::MulAdd(x, x, norm0);
    }
    float dot = hn::GetLane(hn::SumOfLanes(d, hn::Add(dot0, dot1)));
    float norm = hn::GetLane(hn::SumOfLanes(d, hn::Add(norm0, norm1)));
    for (; i < dim; ++i) {
      float x;
      std::memcpy(&x, row + i, sizeof x);
      dot += x * query[i];
      norm += x * x;
    }
    dots[r] = dot;
    squared_norms[r] = norm;
  }
}

float dot(const float* a, const float* b, std::size_t dim) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  auto sum0 = hn::Zero(d), sum1 = hn::Zero(d);
  std::size_t i = 0;
  for (; i + 2 * lanes <= dim; i += 2 * lanes) {
    sum0 = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), sum0);
    sum1 = hn::MulAdd(hn::LoadU(d, a + i + lanes), hn::LoadU(d, b + i + lanes), sum1);
  }
  for (; i + lanes <= dim; i += lanes) sum0 = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), sum0);
  float sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(sum0, sum1)));
  for (; i < dim; ++i) {
    float x, y;
    std::memcpy(&x, a + i, sizeof x);
    std::memcpy(&y, b + i, sizeof y);
    sum += x * y;
  }
  return sum;
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(score_rows);
HWY_EXPORT(dot);

void score_rows(const float* query, std::span<const float* const> rows, std::size_t dim, float* dots,
                float* squared_norms) {
  HWY_DYNAMIC_DISPATCH(score_rows)(query, rows.data(), rows.size(), dim, dots, squared_norms);
}

float dot(const float* a, const float* b, std::size_t dim) {
  return HWY_DYNAMIC_DISPATCH(dot)(a, b, dim);
}

}  // namespace w2v::simd
#endif
