#include "w2v/simd/packed_rows.hpp"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "w2v/simd/packed_rows.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "w2v/simd/matrix_product_tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace w2v::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The products of Q queries with the rows of one group.
template <std::size_t Q>
HWY_INLINE void group_products(const float* const* HWY_RESTRICT queries, const float* HWY_RESTRICT values,
                               std::size_t dim, float* HWY_RESTRICT out, std::size_t stride) {
  const std::size_t step = vectors_at_once * hn::Lanes(hn::ScalableTag<float>());
  for (std::size_t r = 0; r < PackedRows::group; r += step) {
    product_tile<false, Q, vectors_at_once>(queries, 1, values + r, PackedRows::group, dim, out + r, stride);
  }
}

void all_products(const float* const* HWY_RESTRICT queries, std::size_t count, const PackedRows& rows,
                  float* HWY_RESTRICT out, std::size_t stride) {
  for (std::size_t g = 0; g * PackedRows::group < rows.size(); ++g) {
    const float* values = rows.values(g);
    float* column = out + g * PackedRows::group;
    std::size_t q = 0;
    for (; q + 6 <= count; q += 6) group_products<6>(queries + q, values, rows.dim(), column + q * stride, stride);
    for (; q + 2 <= count; q += 2) group_products<2>(queries + q, values, rows.dim(), column + q * stride, stride);
    if (q < count) group_products<1>(queries + q, values, rows.dim(), column + q * stride, stride);
  }
}

/// sums[r] += the square of each of a group's values.
void add_squares(const float* HWY_RESTRICT values, std::size_t dim, float* HWY_RESTRICT sums) {
  const hn::ScalableTag<float> d;
  for (std::size_t r = 0; r < PackedRows::group; r += hn::Lanes(d)) {
    auto sum = hn::Zero(d);
    for (std::size_t i = 0; i < dim; ++i) {
      const auto x = hn::Load(d, values + i * PackedRows::group + r);
      sum = hn::MulAdd(x, x, sum);
    }
    hn::Store(sum, d, sums + r);
  }
}

}  // namespace w2v::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace w2v::simd {

HWY_EXPORT(all_products);
HWY_EXPORT(add_squares);

namespace {

std::size_t groups(std::size_t rows) {
  return (rows + PackedRows::group - 1) / PackedRows::group;
}

}  // namespace

PackedRows::PackedRows(std::size_t most_rows, std::size_t dim)
    : dim_(dim),
      memory_(groups(most_rows) * group * (dim + 1) * sizeof(float), "a block of rows", "ask with fewer --threads"),
      squared_norms_(reinterpret_cast<float*>(memory_.data())),
      values_(squared_norms_ + groups(most_rows) * group) {}

void PackedRows::pack(std::span<const float* const> rows) {
  size_ = rows.size();
  for (std::size_t first = 0; first < size_; first += group) {
    float* values = values_ + first * dim_;
    const std::size_t count = size_ - first < group ? size_ - first : group;
    for (std::size_t i = 0; i < dim_; ++i, values += group) {
      for (std::size_t r = 0; r < count; ++r) std::memcpy(values + r, rows[first + r] + i, sizeof(float));
      for (std::size_t r = count; r < group; ++r) values[r] = 0;
    }
    HWY_DYNAMIC_DISPATCH(add_squares)(values_ + first * dim_, dim_, squared_norms_ + first);
  }
}

void products(std::span<const float* const> queries, const PackedRows& rows, float* out, std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(all_products)(queries.data(), queries.size(), rows, out, stride);
}

}  // namespace w2v::simd
#endif
