#pragma once

#include <cstdint>

#include "w2v/corpus/vocabulary.hpp"
#include "w2v/model/matrix.hpp"

namespace w2v {

/// A trained model. Row i of either matrix belongs to word i.
struct Model {
  Vocabulary vocabulary;
  Matrix<float> input;   ///< E, words x dim: the word vectors (the C tool's syn0)
  Matrix<float> output;  ///< O, words x dim: the words as predicted (syn1neg)
};

/// The matrices before training: E uniform in [-1/2, 1/2) / dim by `seed`, as in the C tool; O zero. Throws Error with the
/// number of bytes if the memory cannot be had.
Model make_model(Vocabulary vocabulary, std::size_t dim, std::uint64_t seed, int threads);

/// Memory that make_model() will take for the two matrices, in bytes.
std::uint64_t model_bytes(std::size_t words, std::size_t dim);

}  // namespace w2v
