#include "w2v/simd/reduced_rows.hpp"

#include <algorithm>
#include <cmath>

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

void narrow(const float* HWY_RESTRICT values, std::size_t count, hwy::float16_t* HWY_RESTRICT out) {
  const D d;
  const hn::Rebind<hwy::float16_t, D> half;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float last[hn::MaxLanes(D())] = {};
  HWY_ALIGN hwy::float16_t last_out[hn::MaxLanes(D())] = {};
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(hn::DemoteTo(half, hn::LoadU(d, values + i)), half, out + i);
  std::copy(values + i, values + count, last);
  hn::StoreU(hn::DemoteTo(half, hn::Load(d, last)), half, last_out);
  std::copy_n(last_out, count - i, out + i);
}

void widen(const hwy::float16_t* HWY_RESTRICT values, std::size_t count, float* HWY_RESTRICT out) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float last[hn::MaxLanes(D())];
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(load(d, values + i), d, out + i);
  hn::Store(load_last(d, values + i, count - i), d, last);
  std::copy_n(last, count - i, out + i);
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(dots_of_float16);
HWY_EXPORT(dots_of_int8);
HWY_EXPORT(narrow);
HWY_EXPORT(widen);

static_assert(sizeof(hwy::float16_t) == sizeof(std::uint16_t));

void to_float16(std::span<const float> values, std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(narrow)(values.data(), values.size(), reinterpret_cast<hwy::float16_t*>(out));
}

void from_float16(const std::uint16_t* values, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(widen)(reinterpret_cast<const hwy::float16_t*>(values), out.size(), out.data());
}

float to_int8(std::span<const float> values, std::int8_t* out) {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(value));
  const float steps = largest > 0 ? 127 / largest : 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    out[i] = static_cast<std::int8_t>(std::clamp(std::nearbyint(values[i] * steps), -127.0F, 127.0F));
  }
  return largest / 127;
}

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
