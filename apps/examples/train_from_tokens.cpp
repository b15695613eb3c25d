// Trains on tokens that are in no file: what customers put into their baskets. Goods that stand beside the same goods
// get vectors that are alike.

#include <cstdio>
#include <exception>
#include <random>
#include <string>

#include "w2v/corpus/corpus_builder.hpp"
#include "w2v/query/top_k.hpp"
#include "w2v/train/trainer.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace {

/// Where a real program would read its database: baskets of one who bakes, or of one who has guests.
w2v::Corpus read_baskets() {
  const char* goods[2][5] = {{"flour", "butter", "eggs", "sugar", "yeast"},
                             {"beer", "wine", "crisps", "nuts", "cheese"}};
  std::mt19937 random(1);
  w2v::VocabularyConfig every_word;
  every_word.min_count = 1;
  w2v::CorpusBuilder baskets(every_word);
  for (int basket = 0; basket < 5000; ++basket) {
    for (int item = 0; item < 6; ++item) baskets.add(goods[basket % 2][random() % 5]);
    baskets.end_sentence();
  }
  return std::move(baskets).finish();
}

void run(const std::string& path) {
  w2v::Corpus corpus = read_baskets();
  w2v::TrainConfig config;
  config.dim = 16;
  config.subsample = 0;  // all goods are frequent
  config.threads = 1;    // the same vectors each time
  w2v::Observer silent;
  const w2v::WordVectors vectors = w2v::take_vectors(w2v::train(corpus, config, silent));

  const std::uint32_t flour = vectors.find("flour").value();
  const w2v::SearchQuery query{vectors.row(flour), {flour}};  // not itself
  w2v::SearchOptions one;
  one.k = 1;
  const auto nearest = w2v::top_k(vectors, {&query, 1}, one);
  std::printf("flour is nearest to %s\n", std::string(vectors.word(nearest[0][0].word)).c_str());

  w2v::save_vectors(w2v::AtomicFile(path), vectors, w2v::VectorFormat::binary);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(argc > 1 ? argv[1] : "baskets.bin");
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  return 0;
}
