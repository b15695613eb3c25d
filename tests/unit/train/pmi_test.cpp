#include <map>
#include <random>
#include <utility>

#include "../corpus/text_oracle.hpp"
#include "w2v/train/trainer.hpp"

namespace w2v::test {
namespace {

/// Levy and Goldberg 2014: with enough dimensions, the optimum of skip-gram with negative sampling is known,
/// without any training. Of a context c, each centre w that is another word draws k noise words with the
/// words' shares p, w itself left out, so w is noise for c with the expected number k p(w) (n(c) - n(c, w)),
/// and the best score is
///   E[c] . O[w] = log n(c, w) - log(k p(w) (n(c) - n(c, w))),
/// which is PMI(c, w) - log k but for the words left out.
TEST_CASE("trained to the end, scores are the pointwise mutual information of the words, less log k", "[train]") {
  constexpr std::size_t words = 8;
  constexpr int window = 2;
  constexpr int negatives = 2;
  std::mt19937 random(3);
  std::string text;
  for (int i = 0; i < 120; ++i) {
    std::size_t word = random() % words;
    for (int j = 0; j < 12; ++j) {
      text += static_cast<char>('a' + word);
      text += j < 11 ? " " : "\n";
      word = random() % 3 == 0 ? random() % words : (word + 1 + random() % 3) % words;
    }
  }
  Corpus corpus = corpus_of(text);
  REQUIRE(corpus.vocabulary.size() == words);

  std::map<std::pair<std::string, std::string>, double> together;  // (context, centre)
  std::map<std::string, double> contexts;
  for (const Sentence& sentence : sentences_of(text)) {
    for (int i = 0; i < static_cast<int>(sentence.size()); ++i) {
      for (int j = std::max(0, i - window); j <= std::min(static_cast<int>(sentence.size()) - 1, i + window); ++j) {
        if (i == j) continue;
        ++together[{sentence[static_cast<std::size_t>(j)], sentence[static_cast<std::size_t>(i)]}];
        ++contexts[sentence[static_cast<std::size_t>(j)]];
      }
    }
  }
  const auto counts = counts_of(sentences_of(text));

  Observer nobody;
  const Model model = train(corpus,
                            {.dim = 16,
                             .window = window,
                             .fixed_window = true,
                             .negatives = negatives,
                             .epochs = 150,
                             .subsample = 0,
                             .noise_power = 1,
                             .learning_rate = 0.1,
                             .min_learning_rate = 1e-4,
                             .threads = 1},
                            nobody);

  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0, off = 0, weight = 0;
  for (std::size_t c = 0; c < words; ++c) {
    for (std::size_t w = 0; w < words; ++w) {
      const std::string context(model.vocabulary.words()[c]);
      const std::string centre(model.vocabulary.words()[w]);
      const double pairs = together[{context, centre}];
      if (pairs < 10) continue;  // too rare to be learnt well
      const double noise =
          negatives * static_cast<double>(counts.at(centre)) / (120.0 * 12) * (contexts[context] - pairs);
      const double wanted = std::log(pairs / noise);
      double found = 0;
      for (std::size_t k = 0; k < model.input.dim(); ++k)
        found += double{model.input.row(c)[k]} * model.output.row(w)[k];
      ++n;
      x += wanted;
      y += found;
      xx += wanted * wanted;
      yy += found * found;
      xy += wanted * found;
      off += pairs * std::abs(found - wanted);
      weight += pairs;
    }
  }
  REQUIRE(n > 40);
  const double correlation = (n * xy - x * y) / std::sqrt((n * xx - x * x) * (n * yy - y * y));
  CAPTURE(n, correlation, off / weight);
  CHECK(correlation >= 0.97);
  CHECK(off / weight < 0.1);  // in nats: the level, too
}

}  // namespace
}  // namespace w2v::test
