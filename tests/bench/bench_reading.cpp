// What happens to a token before and between the steps: splitting, counting, subsampling, drawing noise words.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "w2v/base/random.hpp"
#include "w2v/corpus/subsampler.hpp"
#include "w2v/corpus/token_table.hpp"
#include "w2v/corpus/tokenizer.hpp"
#include "w2v/corpus/vocabulary.hpp"
#include "w2v/sampling/noise.hpp"

namespace {

constexpr std::size_t words = 71'000;

/// Words of 1 to 12 letters; word i is as frequent as 1 / (i + 1).
std::string word(std::size_t i) {
  std::string letters;
  for (w2v::Random random(i); letters.size() < 1 + i % 12 || letters.empty();) {
    letters += static_cast<char>('a' + random.below(26));
  }
  return letters + std::to_string(i % 10);
}

w2v::Vocabulary zipf_vocabulary() {
  w2v::Vocabulary vocabulary;
  for (std::size_t i = 0; i < words; ++i) vocabulary.add(word(i), 1 + 1'000'000 / (i + 1));
  return vocabulary;
}

/// About 4 MB of text whose words are drawn by their counts, 20 a line.
const std::string& zipf_text() {
  static const std::string text = [] {
    const w2v::AliasTable table = w2v::noise_distribution(zipf_vocabulary(), 1);
    w2v::Random random(7);
    std::string made;
    for (std::size_t i = 1; made.size() < (std::size_t{4} << 20); ++i) {
      made += word(table.draw(random.next()));
      made += i % 20 == 0 ? '\n' : ' ';
    }
    return made;
  }();
  return text;
}

void tokenizer(benchmark::State& state) {
  const std::string& text = zipf_text();
  std::size_t tokens = 0;
  for (auto _ : state) {
    w2v::tokenize(
        text, [&](std::string_view token) { tokens += token.size(); }, [] {});
  }
  benchmark::DoNotOptimize(tokens);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(tokenizer);

void tokenizer_and_table(benchmark::State& state) {
  const std::string& text = zipf_text();
  for (auto _ : state) {
    w2v::TokenTable table;
    w2v::tokenize(
        text, [&](std::string_view token) { table.add(token); }, [] {});
    benchmark::DoNotOptimize(table.size());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(tokenizer_and_table);

void noise_draw(benchmark::State& state) {
  const w2v::AliasTable table = w2v::noise_distribution(zipf_vocabulary(), 0.75);
  w2v::Random random(1);
  std::uint64_t sum = 0;
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) sum += table.draw(random.next());
  }
  benchmark::DoNotOptimize(sum);
  state.SetItemsProcessed(state.iterations() * 1000);
}
BENCHMARK(noise_draw);

void subsampling(benchmark::State& state) {
  const w2v::Vocabulary vocabulary = zipf_vocabulary();
  const w2v::Subsampler subsampler(vocabulary, 1e-4, w2v::SubsampleFormula::paper);
  const w2v::AliasTable table = w2v::noise_distribution(vocabulary, 1);
  w2v::Random random(1);
  std::vector<std::uint32_t> tokens(10'000);
  for (std::uint32_t& token : tokens) token = table.draw(random.next());
  std::uint64_t kept = 0;
  for (auto _ : state) {
    for (const std::uint32_t token : tokens) {
      kept += subsampler.keeps(token, static_cast<std::uint32_t>(random.next())) ? 1 : 0;
    }
  }
  benchmark::DoNotOptimize(kept);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(tokens.size()));
}
BENCHMARK(subsampling);

}  // namespace
