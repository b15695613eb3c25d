#include "w2v/simd/reduced_rows.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "w2v/simd/reduced_rows.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;

HWY_INLINE hn::Vec<D> load(D d, const hwy::float16_t* p) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<hwy::float16_t, D>(), p));
}
HWY_INLINE hn::Vec<D> load(D d, const std::int8_t* p) {
  return hn::ConvertTo(d, hn::PromoteTo(hn::Rebind<std::int32_t, D>(), hn::LoadU(hn::Rebind<std::int8_t, D>(), p)));
}

/// A row's last values, fewer than a vector has, with zeros behind them.
template <class T>
HWY_INLINE hn::Vec<D> load_last(D d, const T* p, std::size_t count) {
  HWY_ALIGN T values[hn::MaxLanes(D())] = {};
  std::copy_n(p, count, values);
  return load(d, values);
}

template <class T>
void dots(const float* HWY_RESTRICT query, const T* HWY_RESTRICT row, std::size_t count, std::size_t dim,
          float* HWY_RESTRICT out) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t whole = dim / lanes * lanes;
  HWY_ALIGN float last_query[hn::MaxLanes(D())] = {};
  std::copy(query + whole, query + dim, last_query);
  for (std::size_t r = 0; r < count; ++r, row += dim) {
    auto sum0 = hn::Zero(d), sum1 = hn::Zero(d);
    std::size_t i = 0;
    for (; i + 2 * lanes <= whole; i += 2 * lanes) {
      sum0 = hn::MulAdd(load(d, row + i), hn::LoadU(d, query + i), sum0);
      sum1 = hn::MulAdd(load(d, row + i + lanes), hn::LoadU(d, query + i + lanes), sum1);
    }
    if (i < whole) sum0 = hn::MulAdd(load(d, row + i), hn::LoadU(d, query + i), sum0);
    if (whole < dim) sum1 = hn::MulAdd(load_last(d, row + whole, dim - whole), hn::Load(d, last_query), sum1);
    out[r] = hn::GetLane(hn::SumOfLanes(d, hn::Add(sum0, sum1)));
  }
}

void dots_of_float16(const float* query, const hwy::float16_t* rows, std::size_t count, std::size_t dim, float* out) {
  dots(query, rows, count, dim, out);
}
void dots_of_int8(const float* query, const std::int8_t* rows, std::size_t count, std::size_t dim, float* out) {
  dots(query, rows, count, dim, out);
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(dots_of_float16);
HWY_EXPORT(dots_of_int8);

static_assert(sizeof(hwy::float16_t) == sizeof(std::uint16_t));

void dots_float16(const float* query, const std::uint16_t* rows, std::size_t count, std::size_t dim, float* dots) {
  HWY_DYNAMIC_DISPATCH(dots_of_float16)
  (query, reinterpret_cast<const hwy::float16_t*>(rows), count, dim, dots);
}

void dots_int8(const float* query, const std::int8_t* rows, const float* scales, std::size_t count, std::size_t dim,
               float* dots) {
  HWY_DYNAMIC_DISPATCH(dots_of_int8)(query, rows, count, dim, dots);
  for (std::size_t r = 0; r < count; ++r) dots[r] *= scales[r];
}

}  // namespace w2v::simd
#endif
