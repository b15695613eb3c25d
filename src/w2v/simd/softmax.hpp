#pragma once

#include <cstddef>

namespace w2v::simd {

/// Scores of words (rows) in examples (columns), row after row, `step` values apart: p(row | column) is the
/// softmax of a column. `columns` and `step` are whole 64-byte lines, and all pointers begin at one.
template <class Real>
struct Scores {
  const Real* values;
  std::size_t step;
  std::size_t rows;
  std::size_t columns;
};

/// largest[c]: the largest score of column c; sums[c]: the sum of exp(score - largest[c]). NaN and infinity
/// come out as NaN.
template <class Real>
void sum_exponentials(const Scores<Real>& scores, Real* largest, Real* sums);

/// out: weights[c] times exp(score - log_sums[c]), the probability where log_sums[c] is the logarithm of the
/// sum of all exponentials of the column. In the form of the scores. A probability below the square of Real's
/// precision becomes 0: it is far below the rounding of their sum, and its products would be numbers too
/// small for the processor's fast path.
template <class Real>
void weighted_probabilities(const Scores<Real>& scores, const Real* log_sums, const Real* weights, Real* out);

}  // namespace w2v::simd
