// Expressions, and the spellings near to what is no word.
//
// Input: words that are known, a line each; an empty line; the expression.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "w2v/base/text.hpp"
#include "w2v/query/expression.hpp"
#include "w2v/query/spelling.hpp"

namespace w2v::fuzz {
namespace {

/// The same sum as `2*a - 1*b`.
std::string written(const std::vector<Term>& terms) {
  std::string text;
  for (const Term& term : terms) {
    if (!text.empty() || std::signbit(term.weight)) text += std::signbit(term.weight) ? " - " : " + ";
    append_float(text, std::abs(term.weight));
    text += "*" + term.word;
  }
  return text;
}

bool has_blank(std::string_view word) {
  return word.find_first_of(" \t") != std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && has_blank(text.substr(0, 1))) text.remove_prefix(1);
  while (!text.empty() && has_blank(text.substr(text.size() - 1))) text.remove_suffix(1);
  return text;
}

void check_expression(std::string_view text, const std::set<std::string>& known) {
  const auto is_word = [&](std::string_view word) { return known.contains(std::string(word)); };
  std::vector<Term> terms;
  if (!accepted([&] { terms = parse_expression(text, is_word); })) return;
  require(!terms.empty(), "there is a word");
  if (const std::string_view all = trimmed(text); is_word(all)) {
    require(terms.size() == 1 && terms[0].word == all, "what is known is one word");
  }
  for (const Term& term : terms) {
    require(std::isfinite(term.weight), "weights are finite");
    require(text.find(term.word) != std::string_view::npos, "words are parts of the text");
    require(!term.word.empty() || is_word(""), "no word is empty");
    if (is_word(term.word) && has_blank(term.word)) return;  // may be found only because of what stands beside it
  }
  const std::string again = written(terms);
  const std::vector<Term> same = parse_expression(again, [](std::string_view) { return false; });
  require(std::ranges::equal(terms, same,
                             [](const Term& a, const Term& b) { return a.weight == b.weight && a.word == b.word; }),
          "a sum that is written out is read back");
}

WordVectors vectors_of(const std::set<std::string>& known) {
  WordSet words;
  for (const std::string& word : known) words.add(word);
  return {std::move(words), Matrix<float>(known.size(), 1, "a fuzz target")};
}

void check_spellings(std::string_view word, const std::set<std::string>& known) {
  const WordVectors vectors = vectors_of(known);
  const std::vector<std::uint32_t> near = near_spellings(vectors, word, 3);
  require(near.size() <= 3, "no more spellings than asked for");
  std::set<std::uint32_t> different(near.begin(), near.end());
  require(different.size() == near.size(), "no spelling twice");
  for (const std::uint32_t found : near) {
    require(found < vectors.size() && vectors.word(found) != word, "another word");
    const std::size_t length = vectors.word(found).size();
    require(std::max(length, word.size()) <= 4 * (std::min(length, word.size()) + 2), "near in length");
  }
}

void check(std::string_view input) {
  std::set<std::string> known;
  while (!input.empty() && known.size() < 100) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    const std::string_view word = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
    if (word.empty()) break;
    known.emplace(word);
  }
  check_expression(input, known);
  check_spellings(input, known);
}

}  // namespace
}  // namespace w2v::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  w2v::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
