#include "w2v/corpus/subsampler.hpp"

#include "text_oracle.hpp"
#include "w2v/base/random.hpp"

namespace w2v::test {
namespace {

Vocabulary vocabulary_of(const std::vector<std::uint64_t>& counts) {
  Vocabulary vocabulary;
  for (std::size_t i = 0; i < counts.size(); ++i) vocabulary.add("w" + std::to_string(i), counts[i]);
  return vocabulary;
}

TEST_CASE("a token stays with probability sqrt(t/f), or sqrt(t/f) + t/f as in the C tool, at most 1", "[corpus]") {
  const auto keep = Subsampler::keep_probability;
  REQUIRE(keep(0.04, 1e-4, SubsampleFormula::paper) == Approx(0.05));
  REQUIRE(keep(0.04, 1e-4, SubsampleFormula::word2vec) == Approx(0.0525));
  REQUIRE(keep(1, 1e-4, SubsampleFormula::paper) == Approx(0.01));
  REQUIRE(keep(1e-4, 1e-4, SubsampleFormula::paper) == 1);
  REQUIRE(keep(2e-4, 1e-4, SubsampleFormula::word2vec) == 1);
  REQUIRE(keep(1e-9, 1e-4, SubsampleFormula::paper) == 1);
  for (const double share : {1e-9, 0.5, 1.0}) {
    REQUIRE(keep(share, 0, SubsampleFormula::paper) == 1);
    REQUIRE(keep(share, 0, SubsampleFormula::word2vec) == 1);
  }
}

/// The exact probability with which a word stays: the number of the 2^32 random values that keep it.
double kept_share(const Subsampler& subsampler, std::uint32_t word) {
  std::uint64_t low = 0;
  std::uint64_t high = std::uint64_t{1} << 32;
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    if (subsampler.keeps(word, static_cast<std::uint32_t>(middle))) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return static_cast<double>(low) * 0x1p-32;
}

TEST_CASE("every word's exact rate is its probability, and the expected tokens are their sum", "[corpus]") {
  const std::vector<std::uint64_t> counts{5'000'000'000, 700'000, 30'000, 200, 1};
  double total = 0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  for (const double threshold : {0.0, 1e-9, 1e-5, 1e-3, 1.0}) {
    for (const SubsampleFormula formula : {SubsampleFormula::paper, SubsampleFormula::word2vec}) {
      const Subsampler subsampler(vocabulary_of(counts), threshold, formula);
      double expected = 0;
      for (std::uint32_t i = 0; i < counts.size(); ++i) {
        const double ratio = threshold / (static_cast<double>(counts[i]) / total);
        double keep = std::min(1.0, std::sqrt(ratio) + (formula == SubsampleFormula::word2vec ? ratio : 0));
        if (threshold == 0) keep = 1;
        CAPTURE(threshold, i);
        REQUIRE(std::abs(kept_share(subsampler, i) - keep) <= 0x1p-32);
        expected += keep * static_cast<double>(counts[i]);
      }
      REQUIRE(subsampler.expected_tokens() == Approx(expected));
    }
  }
}

TEST_CASE("drawn tokens stay as often as they should", "[corpus]") {
  const std::vector<std::uint64_t> counts{60'000, 30'000, 9'000, 900, 100};
  const Subsampler subsampler(vocabulary_of(counts), 1e-2, SubsampleFormula::paper);
  Random random(7);
  for (std::uint32_t word = 0; word < counts.size(); ++word) {
    const double keep = std::min(1.0, std::sqrt(1e-2 / (static_cast<double>(counts[word]) / 100'000)));
    std::vector<std::uint64_t> kept(2);
    for (int i = 0; i < 50'000; ++i)
      ++kept[subsampler.keeps(word, static_cast<std::uint32_t>(random.next() >> 32)) ? 1 : 0];
    if (keep == 1) {
      REQUIRE(kept[0] == 0);
    } else {
      require_distribution(kept, {1 - keep, keep});
    }
  }
}

}  // namespace
}  // namespace w2v::test
