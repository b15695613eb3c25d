#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "w2v/vectors/word_vectors.hpp"

namespace CLI {
class App;
}

namespace app {

/// The words that a picture is made of.
struct WordChoice {
  std::vector<std::string> words;  ///< of the command line
  std::string list;                ///< file with a word a line, or empty
  std::size_t top = 0;             ///< the first so many of the model, where no words are named
};

/// WORD... and --words.
void add_word_options(CLI::App& command, WordChoice& choice);

/// Positions of the words chosen, each once, those of the command line first. A word of the command line that the
/// model, which came from `path`, does not have is reported, and sets `exit_code` to 3. Throws w2v::Error if the model
/// has none of the list.
std::vector<std::uint32_t> chosen_words(const WordChoice& choice, const w2v::WordVectors& vectors,
                                        const std::string& path, int& exit_code);

}  // namespace app
