#pragma once

#include <cstdint>

#include "w2v/corpus/vocabulary.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/model/rows.hpp"

namespace w2v {

/// A trained model: two matrices, and what their rows belong to. Rows of words come first, in the order of the
/// vocabulary.
struct Model {
  Vocabulary vocabulary;
  Vocabulary contexts;  ///< of the output rows, where those are of contexts; otherwise empty
  ModelRows rows;
  Matrix<float> input;  ///< E, rows.input x dim; its rows of words are the word vectors (the C tool's syn0)
  Matrix<float>
      output;  ///< O, rows.output x dim: what hidden vectors are compared with (syn1neg; syn1 for inner nodes)
};

/// The matrices before training: E uniform in [-1/2, 1/2) / dim by `seed`, as in the C tool; O zero. Throws Error with
/// the number of bytes if the memory cannot be had.
Model make_model(Vocabulary vocabulary, ModelRows rows, std::size_t dim, std::uint64_t seed, int threads);

/// Memory that make_model() will take for the two matrices, in bytes.
std::uint64_t model_bytes(const ModelRows& rows, std::size_t dim);

}  // namespace w2v
