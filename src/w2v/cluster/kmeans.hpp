#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "w2v/base/observer.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/vectors/word_vectors.hpp"

namespace w2v {

struct ClusterConfig {
  std::uint32_t classes = 100;
  int iterations = 25;  ///< at most; fewer if no word changes its class any more
  std::uint64_t seed = 1;
  int threads = 1;
};

struct Clustering {
  std::vector<std::uint32_t> classes;  ///< of each word, 0 .. classes - 1
  Matrix<float> centres;               ///< classes x dim, each of length 1
  std::vector<double> mean_cosines;    ///< of words and the centres of their classes, after each iteration; never falls
  bool converged = false;              ///< the last iteration changed no class
  std::uint64_t zero_rows = 0;         ///< rows of zeros, which have a class but no part in a centre or a mean
};

/// Spherical k-means (Dhillon and Modha 2001): rows are scaled to length 1, a word belongs to the centre of the largest
/// cosine (the first of equal ones), a centre is the sum of its rows, scaled to length 1. Begins with centres drawn by
/// k-means++ (Arthur and Vassilvitskii 2007) in proportion to 1 - cosine, which is half the squared distance of unit
/// rows. A class that gets empty is given the word that is furthest from its own centre.
///
/// The result depends on the vectors and the seed, not on the number of threads. Throws UsageError if there are fewer
/// rows that are not zeros than classes, Interrupted, Error.
Clustering cluster(const WordVectors& vectors, const ClusterConfig& config, const Observer& observer);

}  // namespace w2v
