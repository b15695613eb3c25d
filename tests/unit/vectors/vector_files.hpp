#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../support.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace w2v::test {

/// Little-endian bytes of floats.
inline std::string raw(const std::vector<float>& values) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

inline std::vector<std::uint32_t> bits(std::span<const float> values) {
  std::vector<std::uint32_t> all;
  for (const float value : values) all.push_back(std::bit_cast<std::uint32_t>(value));
  return all;
}

/// The Error of loading these bytes, without the folder.
inline std::string load_message(std::string_view bytes, const ReadOptions& options = {}) {
  const TemporaryFolder folder;
  const std::string path = folder.write("v", bytes);
  const std::string message = message_of([&] { load_vectors(path, options); });
  return message.starts_with(path) ? "v" + message.substr(path.size()) : message;
}

inline LoadedVectors load(std::string_view bytes, const ReadOptions& options = {}) {
  const TemporaryFolder folder;
  return load_vectors(folder.write("v", bytes), options);
}

inline std::vector<std::string> words_of(const WordVectors& vectors) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < vectors.size(); ++i) words.emplace_back(vectors.word(i));
  return words;
}

inline std::vector<float> row_of(const WordVectors& vectors, std::size_t i) {
  return vectors.row(i);
}

/// Vectors whose values are any finite bits.
inline WordVectors random_vectors(std::size_t rows, std::size_t dim, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  WordSet words;
  Matrix<float> values(rows, dim, "a test");
  for (std::size_t i = 0; i < rows; ++i) {
    words.add("word" + std::to_string(i));
    for (std::size_t j = 0; j < dim; ++j) {
      auto word = static_cast<std::uint32_t>(random());
      if ((word & 0x7F800000U) == 0x7F800000U) word &= ~0x00800000U;
      values.row(i)[j] = std::bit_cast<float>(word);
    }
  }
  return {std::move(words), std::move(values)};
}

}  // namespace w2v::test
