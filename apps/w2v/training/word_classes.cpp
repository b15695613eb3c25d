#include "training/word_classes.hpp"

#include <fmt/format.h>

#include "command_line/console.hpp"
#include "command_line/progress_view.hpp"
#include "w2v/base/text.hpp"

namespace app {

w2v::Clustering find_word_classes(const w2v::WordVectors& vectors, const w2v::ClusterConfig& config) {
  w2v::Clustering clustering = w2v::cluster(vectors, config, StopOnSignal());
  const double mean = clustering.mean_cosines.back();
  const auto iterations = clustering.mean_cosines.size();
  console::info(fmt::format("{} words in {} classes after {} iterations, {}; mean cosine to the centre {:.4f}",
                            w2v::format_count(vectors.size()), config.classes, iterations,
                            clustering.converged ? "the last of which changed nothing" : "the limit", mean),
                {{"iterations", iterations}, {"mean_cosine", mean}});
  if (clustering.zero_rows > 0) {
    console::warning(fmt::format("rows of zeros, near to no centre: {}", w2v::format_count(clustering.zero_rows)));
  }
  return clustering;
}

std::string word_class_line(std::string_view word, std::uint32_t word_class) {
  return fmt::format("{} {}\n", word, word_class);
}

void write_word_classes(const w2v::WordVectors& vectors, const w2v::Clustering& clustering, w2v::AtomicFile output) {
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    output.write(word_class_line(vectors.word(i), clustering.classes[i]));
  }
  output.commit();
}

}  // namespace app
