#include "query/word_choice.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <unordered_set>

#include "command_line/console.hpp"
#include "query/listed_words.hpp"
#include "query/word_lookup.hpp"

namespace app {
namespace {

constexpr int unknown_word = 3;

}  // namespace

void add_word_options(CLI::App& command, WordChoice& choice) {
  command.add_option("words", choice.words, "words to show, behind -- if one begins with -")->type_name("WORD");
  command.add_option("--words", choice.list, "words to show: a file with one a line, or - for standard input")
      ->type_name("LIST");
}

std::vector<std::uint32_t> chosen_words(const WordChoice& choice, const w2v::WordVectors& vectors,
                                        const std::string& path, int& exit_code) {
  std::vector<std::uint32_t> words;
  std::unordered_set<std::uint32_t> seen;
  const auto take = [&](std::uint32_t word) {
    if (seen.insert(word).second) words.push_back(word);
  };
  for (const std::string& word : choice.words) {
    if (const auto found = find_word(vectors, word)) {
      take(*found);
      continue;
    }
    console::error(unknown_word_message(vectors, path, word));
    exit_code = unknown_word;
  }
  if (!choice.list.empty()) {
    ListedWords listed(choice.list);
    for (const std::uint32_t word : listed.positions_in(vectors)) take(word);
    listed.require_met(path);
  }
  if (choice.words.empty() && choice.list.empty()) {
    for (std::uint32_t i = 0; i < std::min(choice.top, vectors.size()); ++i) take(i);
  }
  return words;
}

}  // namespace app
