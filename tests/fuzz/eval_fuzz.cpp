// Analogy and similarity sets.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <variant>

#include "fuzz.hpp"
#include "w2v/eval/analogy_score.hpp"
#include "w2v/eval/eval_set.hpp"

namespace w2v::fuzz {
namespace {

/// A row for every second word of a set, of no order but the same each time.
WordVectors vectors_of(const WordSet& all) {
  constexpr std::size_t dim = 3;
  WordSet words;
  Matrix<float> rows((all.size() + 1) / 2, dim, "a fuzz target");
  for (std::size_t i = 0; i < all.size(); i += 2) {
    words.add(all.words()[i]);
    for (std::size_t j = 0; j < dim; ++j) rows.row(i / 2)[j] = std::sin(static_cast<float>(dim * i + j * j));
  }
  return {std::move(words), std::move(rows)};
}

std::string written(const AnalogySet& set) {
  std::string text = "\n";  // so that no word can be the mark of a compressed file
  for (const AnalogySection& section : set.sections) {
    if (!section.name.empty()) text += ": " + section.name + "\n";
    for (const AnalogyQuestion& question : section.questions) {
      for (const std::uint32_t word : {question.a, question.b, question.c, question.d}) {
        text += std::string(set.words.words()[word]) + "\t";  // four fields are never a pair
      }
      text += "\n";
    }
  }
  return text;
}

bool same(const AnalogySection& a, const AnalogySection& b) {
  const auto equal = [](const AnalogyQuestion& x, const AnalogyQuestion& y) {
    return x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d;
  };
  return a.name == b.name && std::ranges::equal(a.questions, b.questions, equal);
}

void check_set(const AnalogySet& set) {
  require(set.questions() > 0, "there is a question");
  const auto again = read_eval_set(Folder::get().write("again", written(set)));
  const auto* read = std::get_if<AnalogySet>(&again);
  require(read != nullptr && std::ranges::equal(set.sections, read->sections, same), "a set is read back");

  const WordVectors vectors = vectors_of(set.words);
  const AnalogyScore score = score_analogies(set, Embedding(vectors), {.threads = 1});
  require(score.total.asked == set.questions(), "every question is asked");
  require(score.total.answered <= score.total.asked, "no more answers than questions");
  for (const AnalogyRight& right : {score.total.add, score.total.mul}) {
    require(std::max(right.right, right.right_with_inputs) <= score.total.answered, "no more right than answered");
  }
}

/// Nothing if a word holds a tab, which parts the fields here.
std::string written(const SimilaritySet& set) {
  std::string text = "# first word\tsecond\tscore\n";  // the same
  for (const SimilaritySet::Pair& pair : set.pairs) {
    for (const std::uint32_t word : {pair.first, pair.second}) {
      if (set.words.words()[word].find('\t') != std::string_view::npos) return {};
      text += std::string(set.words.words()[word]) + "\t";
    }
    char score[32];
    std::snprintf(score, sizeof score, "%.17g\n", pair.score);
    text += score;
  }
  return text;
}

void check_set(const SimilaritySet& set) {
  require(!set.pairs.empty(), "there is a pair");
  for (const SimilaritySet::Pair& pair : set.pairs) {
    require(std::max(pair.first, pair.second) < set.words.size(), "words of pairs are the set's");
    require(std::isfinite(pair.score), "scores are finite");
  }
  if (const std::string text = written(set); !text.empty()) {
    const auto again = read_eval_set(Folder::get().write("again", text));
    const auto* read = std::get_if<SimilaritySet>(&again);
    const auto equal = [](const SimilaritySet::Pair& a, const SimilaritySet::Pair& b) {
      return a.first == b.first && a.second == b.second && a.score == b.score;
    };
    require(read != nullptr && std::ranges::equal(set.pairs, read->pairs, equal), "a set is read back");
  }
  const WordVectors vectors = vectors_of(set.words);
  const SimilarityScore score = score_similarities(set, Embedding(vectors));
  require(score.pairs == set.pairs.size() && score.known <= score.pairs, "every pair counts");
  for (const double rho : {score.spearman, score.pearson}) {
    require(std::isnan(rho) || std::abs(rho) <= 1 + 1e-9, "a correlation is at most 1");
  }
}

void check(std::string_view bytes) {
  const std::string path = Folder::get().write("in", bytes);
  EvalSet set;
  if (!accepted([&] { set = read_eval_set(path); })) return;
  std::visit([](const auto& kind) { check_set(kind); }, set);
}

}  // namespace
}  // namespace w2v::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  w2v::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
