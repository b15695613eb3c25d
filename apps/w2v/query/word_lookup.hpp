#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "w2v/vectors/word_vectors.hpp"

namespace app {

/// The position of a word as it stands, or else of its Unicode form NFC or NFD: keyboards and file names differ in how
/// they write an accent.
std::optional<std::uint32_t> find_word(const w2v::WordVectors& vectors, std::string_view word);

/// What is said of a word that vectors, those of the file `path`, do not have; up to `most` near spellings are named,
/// one that looks like the word itself with the code points in which they differ.
std::string unknown_word_message(const w2v::WordVectors& vectors, const std::string& path, const std::string& word,
                                 std::size_t most = 3);

/// What is said of an unknown word that has a vector all the same.
std::string made_of_ngrams(const std::string& word);

/// Those of some names that are spelt nearly like one that is none of them, as a part of a message: "; near spellings:
/// ...", or nothing.
std::string near_names(const std::vector<std::string>& names, const std::string& unknown);

}  // namespace app
