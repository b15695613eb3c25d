#pragma once

#include "w2v/base/observer.hpp"
#include "w2v/model/matrix.hpp"

namespace w2v {

/// How alike rows are to t-SNE: n x n values p_ij = (p_j|i + p_i|j) / 2n that add up to 1, p_ii = 0 (van der Maaten and
/// Hinton 2008, equation 1 and section 3.1). p_j|i is a Gaussian around row i as wide as gives it the perplexity
/// 2^H, H in bits. `perplexity`: above 0, below n - 1. Does not depend on the number of threads. Throws Interrupted,
/// Error.
Matrix<float> affinities(const Matrix<float>& rows, double perplexity, int threads, const Observer& observer);

}  // namespace w2v
