#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "w2v/vectors/word_vectors.hpp"

/// The position of a word as it stands, or else of its Unicode form NFC or NFD: keyboards and file names differ in how
/// they write an accent.
std::optional<std::uint32_t> find_word(const w2v::WordVectors& vectors, std::string_view word);
