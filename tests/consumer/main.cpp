// Trains on walks around a ring of ten places: the nearest to a place must be one beside it or two away. Every word
// goes through a file and back; the model uses all that the static library links (ICU and libarchive by tokenizing and
// reading).

#include <w2v/corpus/corpus_builder.hpp>
#include <w2v/query/top_k.hpp>
#include <w2v/text/tokenize_text.hpp>
#include <w2v/train/trainer.hpp>
#include <w2v/vectors/load_vectors.hpp>

#include <cstdio>
#include <fstream>
#include <random>
#include <string>

namespace {

constexpr int places = 10;

w2v::Corpus walks() {
  std::mt19937 random(1);
  w2v::CorpusBuilder builder({.min_count = 1});
  for (int walk = 0; walk < 3000; ++walk) {
    int place = static_cast<int>(random() % places);
    for (int step = 0; step < 8; ++step) {
      builder.add("place" + std::to_string(place));
      place = (place + (random() % 2 == 0 ? 1 : places - 1)) % places;
    }
    builder.end_sentence();
  }
  return std::move(builder).finish();
}

bool near_places_are_near() {
  w2v::Corpus corpus = walks();
  w2v::TrainConfig config;
  config.dim = 8;
  config.window = 1;
  config.subsample = 0;
  config.threads = 1;
  w2v::Observer silent;
  w2v::save_vectors(w2v::AtomicFile("places.bin"), w2v::take_vectors(w2v::train(corpus, config, silent)),
                    w2v::VectorFormat::binary);
  const w2v::WordVectors vectors = w2v::load_vectors("places.bin").vectors;
  for (int place = 0; place < places; ++place) {
    const std::uint32_t word = vectors.find("place" + std::to_string(place)).value();
    const w2v::SearchQuery query{vectors.row(word), {word}};
    const std::string nearest(vectors.word(w2v::top_k(vectors, {&query, 1}, {.k = 1})[0][0].word));
    const int away = (std::stoi(nearest.substr(5)) - place + places) % places;
    std::printf("place%d is nearest to %s\n", place, nearest.c_str());
    if (away > 2 && away < places - 2) return false;
  }
  return true;
}

bool text_is_split() {
  std::ofstream("text.txt") << "H\u00e9llo, w\u00f6rld!\n";
  std::string tokens;
  w2v::Observer silent;
  w2v::tokenize_text(
      {"text.txt"}, {}, 1, [&](std::string_view text) { tokens += text; }, silent);
  return tokens == "h\u00e9llo w\u00f6rld\n";
}

bool errors_are_caught() {
  try {
    (void)w2v::load_vectors("no-such-file");
  } catch (const w2v::Error&) {
    return true;
  }
  return false;
}

}  // namespace

int main() {
  return near_places_are_near() && text_is_split() && errors_are_caught() ? 0 : 1;
}
