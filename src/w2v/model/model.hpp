#pragma once

#include <cstdint>

#include "w2v/corpus/vocabulary.hpp"
#include "w2v/model/matrix.hpp"
#include "w2v/model/rows.hpp"
#include "w2v/subwords/word_bags.hpp"

namespace w2v {

/// A trained model: two matrices, and what their rows belong to. Rows of words come first, in the order of the
/// vocabulary.
struct Model {
  Vocabulary vocabulary;
  Vocabulary contexts;  ///< of the output rows, where those are of contexts; otherwise empty
  ModelRows rows;
  WordBags bags;        ///< of words with n-grams; empty: a word's vector is its own row
  Matrix<float> input;  ///< E, rows.input x dim (the C tool's syn0)
  Matrix<float>
      output;  ///< O, rows.output x dim: what hidden vectors are compared with (syn1neg; syn1 for inner nodes)
};

/// The vectors of all words: a row for each word of the vocabulary. Throws Error for memory that cannot be had.
Matrix<float> word_vectors(const Model& model, int threads);

/// Puts the words' vectors in the place of the words' own rows, which are lost: without more memory.
void compose_word_vectors(Model& model, int threads);

/// The matrices before training: E uniform in [-1/2, 1/2) / dim by `seed`, as in the C tool; O zero. Without bags.
/// Throws Error with the number of bytes if the memory cannot be had.
Model make_model(Vocabulary vocabulary, ModelRows rows, std::size_t dim, std::uint64_t seed, int threads);

/// Memory that make_model() will take for the two matrices, in bytes.
std::uint64_t model_bytes(const ModelRows& rows, std::size_t dim);

}  // namespace w2v
