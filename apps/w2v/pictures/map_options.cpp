#include "pictures/map_options.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "command_line/console.hpp"
#include "command_line/numbers.hpp"
#include "command_line/progress_view.hpp"
#include "pictures/picture_output.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/projection/pca.hpp"

namespace app {
namespace {

void project_by_pca(WordMap& map, const w2v::Matrix<float>& rows) {
  w2v::PcaProjection projection = w2v::pca(rows);
  map.points = std::move(projection.points);
  map.caption = fmt::format("PCA of vectors of length 1: {:.1f} % of their variance", 100 * projection.explained);
}

void project_by_tsne(WordMap& map, const w2v::Matrix<float>& rows, const w2v::TsneConfig& config) {
  constexpr std::size_t many = 10000;
  if (rows.rows() > many) {
    console::warning(fmt::format(
        "t-SNE of {} words takes {} and long: its time and memory grow with the square of their number",
        w2v::format_count(rows.rows()), w2v::format_bytes(w2v::Matrix<float>::bytes(rows.rows(), rows.rows()))));
  }
  ProgressView view;
  w2v::TsneProjection projection = w2v::tsne(rows, config, view);
  map.points = std::move(projection.points);
  map.caption = fmt::format("t-SNE by cosine, perplexity {:.3g}, {} iterations, seed {}; divergence {:.3f}",
                            projection.perplexity, config.iterations, config.seed, projection.divergence);
}

}  // namespace

void add_map_options(CLI::App& command, MapOptions& options) {
  command.add_option("--method", options.method, "tsne (exact t-SNE) or pca (the two directions of largest variance)")
      ->check(CLI::IsMember({"tsne", "pca"}))
      ->capture_default_str();
  command.add_option("--perplexity", options.tsne.perplexity,
                     "t-SNE: how many neighbours count, softly [30, or a third of fewer than 90 others]");
  command.add_option("--iterations", options.tsne.iterations, "t-SNE: steps")
      ->transform(whole_number(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--seed", options.tsne.seed, "t-SNE: start of all random numbers")
      ->transform(whole_number(0))
      ->capture_default_str();
  command
      .add_option("-t,--threads", options.tsne.threads, "threads [the cores that may be used]; the picture is the same")
      ->transform(whole_number(1, 4096));
}

WordMap make_map(const w2v::WordVectors& vectors, std::span<const std::uint32_t> words, const MapOptions& options) {
  w2v::TsneConfig config = options.tsne;
  config.threads = w2v::thread_count(config.threads);
  WordMap map{{}, {}, {words.begin(), words.end()}, {}, {}};
  const w2v::Matrix<float> rows = w2v::unit_rows(vectors, words);
  if (options.method == "pca") {
    project_by_pca(map, rows);
  } else {
    project_by_tsne(map, rows, config);
  }
  if (options.neighbours > 0) map.neighbours = neighbours_of(vectors, words, options.neighbours, config.threads);
  return map;
}

std::vector<std::vector<w2v::Match>> neighbours_of(const w2v::WordVectors& vectors,
                                                   std::span<const std::uint32_t> words, std::size_t count,
                                                   int threads) {
  constexpr std::size_t at_once = 1024;
  w2v::SearchOptions options;
  options.k = count;
  options.threads = w2v::thread_count(threads);
  std::vector<std::vector<w2v::Match>> all;
  for (std::size_t first = 0; first < words.size(); first += at_once) {
    if (console::interrupted()) throw w2v::Interrupted();
    std::vector<w2v::SearchQuery> queries;
    for (const std::uint32_t word : words.subspan(first, std::min(at_once, words.size() - first))) {
      queries.push_back({vectors.row(word), {word}});
    }
    for (auto& matches : w2v::top_k(vectors, queries, options)) all.push_back(std::move(matches));
  }
  return all;
}

std::string map_title(const WordMap& map, const std::string& path) {
  return fmt::format("{} words of {}", w2v::format_count(map.words.size()), title_of(path));
}

}  // namespace app
