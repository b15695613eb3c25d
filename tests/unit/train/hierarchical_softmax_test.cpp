#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "../corpus/text_oracle.hpp"
#include "w2v/sampling/huffman.hpp"
#include "w2v/train/trainer.hpp"

namespace w2v::test {
namespace {

/// Skip-gram with hierarchical softmax fits p(centre | context), and with enough dimensions it can do so exactly: the
/// optimum is the share that the centre has of the context's pairs, which needs no training to know.
TEST_CASE("trained to the end, the turns on a path multiply to the share of a word beside another", "[train]") {
  constexpr std::size_t words = 7;
  std::mt19937 random(5);
  std::string text;
  for (int i = 0; i < 150; ++i) {
    std::size_t word = random() % words;
    for (int j = 0; j < 12; ++j) {
      text += static_cast<char>('a' + word);
      text += j < 11 ? " " : "\n";
      word = random() % 3 == 0 ? random() % words : (word + 1 + random() % 2) % words;
    }
  }
  Corpus corpus = corpus_of(text);
  REQUIRE(corpus.vocabulary.size() == words);
  std::map<std::string, std::map<std::string, double>> together;  // context, centre
  std::map<std::string, double> contexts;
  for (const Sentence& sentence : sentences_of(text)) {
    for (std::size_t i = 0; i < sentence.size(); ++i) {
      for (std::size_t j = i > 0 ? i - 1 : 0; j < std::min(sentence.size(), i + 2); ++j) {
        if (i == j) continue;
        ++together[sentence[j]][sentence[i]];
        ++contexts[sentence[j]];
      }
    }
  }

  Observer nobody;
  const Model model = train(corpus,
                            {.objective = Objective::hierarchical_softmax,
                             .dim = 16,
                             .window = 1,
                             .fixed_window = true,
                             .epochs = 150,
                             .subsample = 0,
                             .learning_rate = 0.2,
                             .min_learning_rate = 1e-4,
                             .threads = 1},
                            nobody);

  // No two counts are equal in this text, so the order of the vocabulary is the order of the tree.
  const std::vector<std::uint64_t>& counts = model.vocabulary.counts();
  for (std::size_t i = 1; i < words; ++i) REQUIRE(counts[i] < counts[i - 1]);
  std::vector<std::uint32_t> order(words);
  std::iota(order.begin(), order.end(), 0U);
  const HuffmanTree tree(counts, order);
  for (std::uint32_t c = 0; c < words; ++c) {
    double sum = 0;
    for (std::uint32_t w = 0; w < words; ++w) {
      double probability = 1;
      for (const HuffmanTree::Branch branch : tree.path(w)) {
        double score = 0;
        for (std::size_t k = 0; k < model.input.dim(); ++k)
          score += double{model.input.row(c)[k]} * model.output.row(branch.node())[k];
        probability /= 1 + std::exp(branch.code() ? score : -score);
      }
      sum += probability;
      const std::string context(model.vocabulary.words()[c]);
      const std::string centre(model.vocabulary.words()[w]);
      CAPTURE(context, centre, probability);
      CHECK(probability == Approx(together[context][centre] / contexts[context]).margin(0.02));
    }
    CHECK(sum == Approx(1));
  }
}

}  // namespace
}  // namespace w2v::test
