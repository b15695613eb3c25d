#include "w2v/sampling/alias_table.hpp"

#include <numeric>
#include <random>

#include "../support.hpp"
#include "w2v/sampling/noise.hpp"

namespace w2v::test {
namespace {

/// The exact probabilities of a table's draws. Of n outcomes there are n equal stretches of the 64-bit
/// numbers with one or two outcomes each, so the number at which the outcome changes is found by halving.
std::vector<double> exact_probabilities(const AliasTable& table) {
  const std::size_t n = table.size();
  const auto begin_of = [n](std::size_t bucket) {
    return static_cast<std::uint64_t>(((static_cast<uint128>(bucket) << 64) + n - 1) / n);
  };
  std::vector<double> probabilities(n);
  for (std::size_t bucket = 0; bucket < n; ++bucket) {
    const std::uint64_t first = begin_of(bucket);
    const std::uint64_t last = begin_of(bucket + 1) - 1;  // 2^64 wraps to 0, and so to the last number
    std::uint64_t low = first;
    std::uint64_t high = last;
    while (low < high) {  // the last number with the outcome of the first
      const std::uint64_t middle = low + (high - low) / 2 + 1;
      if (table.draw(middle) == table.draw(first)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    probabilities.at(table.draw(first)) += (static_cast<double>(low - first) + 1) * 0x1p-64;
    probabilities.at(table.draw(last)) += static_cast<double>(last - low) * 0x1p-64;
  }
  return probabilities;
}

std::vector<double> shares(std::vector<double> weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

TEST_CASE("a table's exact probabilities are the weights' shares", "[sampling]") {
  std::mt19937_64 random(2);
  std::vector<std::vector<double>> cases{
      {5}, {1, 1}, {1, 2, 3}, {1e-300, 1}, {1e300, 1, 1e-300}, std::vector<double>(1000, 0.1)};
  for (const std::size_t size : {3, 64, 1000, 5000}) {
    std::vector<double> zipf(size);
    std::vector<double> any(size);
    for (std::size_t i = 0; i < size; ++i) {
      zipf[i] = 1 / static_cast<double>(i + 1);
      any[i] = std::pow(static_cast<double>(1 + random() % 1000), 3);
    }
    cases.push_back(zipf);
    cases.push_back(any);
  }
  for (const std::vector<double>& weights : cases) {
    const AliasTable table(weights);
    REQUIRE(table.size() == weights.size());
    const std::vector<double> exact = exact_probabilities(table);
    const std::vector<double> wanted = shares(weights);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      CAPTURE(weights.size(), i);
      // Every bucket, of which up to all may belong to one outcome, is rounded to 2^-32 of its length.
      REQUIRE(std::abs(exact[i] - wanted[i]) <= 0x1p-32);
      REQUIRE(exact[i] > 0);
    }
    REQUIRE(std::accumulate(exact.begin(), exact.end(), 0.0) == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("draws from a table are distributed as its weights", "[sampling]") {
  for (const std::size_t size : {2, 7, 100}) {
    std::vector<double> weights(size);
    for (std::size_t i = 0; i < size; ++i) weights[i] = static_cast<double>(i % 5 + 1);
    const AliasTable table(weights);
    Random random(size);
    std::vector<std::uint64_t> drawn(size);
    for (int i = 0; i < 200'000; ++i) ++drawn.at(table.draw(random.next()));
    require_distribution(drawn, shares(weights));
  }
}

TEST_CASE("noise words are drawn by count to the power, for any power", "[sampling]") {
  const std::vector<std::uint64_t> counts{5'000'000'000, 900'000'000, 40'000'000, 40'000'000, 8'000'000, 1'000'000};
  Vocabulary vocabulary;
  for (std::size_t i = 0; i < counts.size(); ++i) vocabulary.add("w" + std::to_string(i), counts[i]);
  for (const double power : {0.75, 0.0, 1.0, -0.5}) {
    CAPTURE(power);
    std::vector<double> weights;
    for (const std::uint64_t count : counts) weights.push_back(std::pow(static_cast<double>(count), power));
    const std::vector<double> wanted = shares(weights);
    const AliasTable noise = noise_distribution(vocabulary, power);
    const std::vector<double> exact = exact_probabilities(noise);
    Random random(5);
    std::vector<std::uint64_t> drawn(counts.size());
    for (int i = 0; i < 200'000; ++i) ++drawn.at(noise.draw(random.next()));
    require_distribution(drawn, wanted);
    for (std::size_t i = 0; i < counts.size(); ++i) REQUIRE(exact[i] == Approx(wanted[i]).epsilon(1e-6));
  }
}

TEST_CASE("powers at their limits of 10 leave every word a chance", "[sampling]") {
  Vocabulary vocabulary;
  for (const std::uint64_t count : {1'000'000'000'000ULL, 1'000'000ULL, 1ULL})
    vocabulary.add("w" + std::to_string(count), count);
  for (const double power : {10.0, -10.0}) {
    const std::vector<double> exact = exact_probabilities(noise_distribution(vocabulary, power));
    const std::size_t favourite = power > 0 ? 0 : 2;
    for (std::size_t i = 0; i < 3; ++i) {
      REQUIRE(exact[i] > 0);
      if (i != favourite) REQUIRE(exact[i] < 1e-9);
    }
  }
}

}  // namespace
}  // namespace w2v::test
