// Tells the words nearest to some words: nearest-words VECTORS WORD... With three words also what the first is to the
// second as the answer is to the third.

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "w2v/query/analogy.hpp"
#include "w2v/query/top_k.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace {

void print(const w2v::WordVectors& vectors, const std::string& query, const std::vector<w2v::Match>& matches) {
  std::printf("%s:", query.c_str());
  for (const w2v::Match& match : matches) {
    std::printf(" %s %.3f", std::string(vectors.word(match.word)).c_str(), static_cast<double>(match.similarity));
  }
  std::printf("\n");
}

int run(const std::string& path, const std::vector<std::string>& words) {
  const w2v::WordVectors vectors = w2v::load_vectors(path).vectors;
  std::vector<std::uint32_t> positions;
  std::vector<w2v::SearchQuery> queries;
  for (const std::string& word : words) {
    const auto position = vectors.find(word);
    if (!position) throw w2v::Error("no word " + word);
    positions.push_back(*position);
    queries.push_back({vectors.row(*position), {*position}});
  }
  w2v::SearchOptions three;
  three.k = 3;
  const auto nearest = w2v::top_k(vectors, queries, three);  // all at once: one matrix product
  for (std::size_t i = 0; i < words.size(); ++i) print(vectors, words[i], nearest[i]);
  if (positions.size() == 3) {
    const w2v::Analogy question{positions[0], positions[1], positions[2]};
    print(vectors, words[0] + " - " + words[1] + " + " + words[2],
          w2v::analogies(vectors, {&question, 1}, {.k = 3})[0]);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: nearest-words VECTORS WORD...\n");
    return 2;
  }
  try {
    return run(argv[1], {argv + 2, argv + argc});
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
