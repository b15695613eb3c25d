#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace w2v::simd {

// A bag is some rows of a matrix, named by their numbers; one may be named twice. `rows` is the matrix's first row,
// `stride` the values from the start of a row to the start of the next: a whole number of 64-byte lines. All pointers
// begin at such a line.

/// sum = the sum of the bag's rows, added in the order of the bag. The bag has one row or more.
template <class Real>
void sum_of_bag(const Real* rows, std::size_t stride, std::span<const std::uint32_t> bag, Real* sum);

/// mean = the sum of the bag's rows, times 1 / their number: to the last bit what fastText computes. `mean` may be one
/// of the rows.
template <class Real>
void mean_of_bag(const Real* rows, std::size_t stride, std::span<const std::uint32_t> bag, Real* mean);

/// Adds `change` to each row of the bag, as often as it is named.
template <class Real>
void add_to_bag(Real* rows, std::size_t stride, std::span<const std::uint32_t> bag, const Real* change);

/// change = scale * (after - before), `count` values, a whole number of lines.
template <class Real>
void scaled_difference(const Real* after, const Real* before, std::size_t count, Real scale, Real* change);

/// to += scale * from, `count` values, a whole number of lines.
template <class Real>
void add_scaled(Real* to, const Real* from, std::size_t count, Real scale);

}  // namespace w2v::simd
