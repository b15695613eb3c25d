#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "w2v/base/observer.hpp"
#include "w2v/projection/projection.hpp"

namespace w2v {

struct TsneConfig {
  /// How many neighbours a point has, softly. Where not set: 30, or a third of the other points where there are fewer
  /// than 90.
  std::optional<double> perplexity = {};
  int iterations = 1000;
  std::uint64_t seed = 1;
  int threads = 1;
};

struct TsneProjection {
  std::vector<Point> points;  ///< one a row; their mean is 0
  double perplexity;          ///< that was used
  double divergence;          ///< Kullback and Leibler's, of the picture from the rows, in nats
};

/// Exact t-SNE (van der Maaten and Hinton 2008): points whose similarities, by Student's t, are like those of the rows,
/// by Gaussians of the given perplexity. Gradient descent with momentum and gains as in the paper; early exaggeration
/// by 12 for the first quarter, at most 250 iterations, and the learning rate n / 48, at least 50 (Belkina et al.
/// 2019). Begins at the rows' principal components (Kobak and Berens 2019), with a little noise by the seed.
///
/// Reports by observer.projecting(). The same rows, seed and machine give the same points for any number of threads.
/// Time is n^2 an iteration, memory 4 n^2 bytes. Throws UsageError for a perplexity that is not positive and below the
/// number of other rows, Interrupted, Error where there is no memory.
TsneProjection tsne(const Matrix<float>& rows, const TsneConfig& config, Observer& observer);

}  // namespace w2v
