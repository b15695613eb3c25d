#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <numeric>
#include <random>

#include "command_line/console.hpp"
#include "command_line/numbers.hpp"
#include "command_line/progress_view.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "query/query_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/index/index_writer.hpp"
#include "w2v/io/file.hpp"
#include "w2v/query/ann_index.hpp"
#include "w2v/query/indexed_search.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace app {
namespace {

struct Options {
  std::string file;
  std::string rows = "none";
  bool strict = false;
  bool ann = false;
  w2v::HnswConfig graph;
  int threads = 0;
};

w2v::ReducedRows reduced_rows(const std::string& name) {
  if (name == "float16") return w2v::ReducedRows::float16;
  return name == "int8" ? w2v::ReducedRows::int8 : w2v::ReducedRows::none;
}

/// What a cosine loses by reduced rows, and how many of the ten nearest are among the ten best before they
/// are scored again: over words drawn at random.
std::string measured_loss(const w2v::WordVectors& vectors, int threads) {
  constexpr std::size_t words = 20;
  constexpr std::size_t rows_a_word = 5000;
  constexpr std::size_t k = 10;
  w2v::SearchOptions search;
  search.k = k;
  search.threads = threads;
  std::mt19937_64 random(1);
  const auto draw = [&] { return static_cast<std::uint32_t>(random() % vectors.size()); };
  double sum = 0;
  double largest = 0;
  std::size_t found = 0;
  std::size_t wanted = 0;
  for (std::size_t n = 0; n < words; ++n) {
    if (console::interrupted()) throw w2v::Interrupted();
    const std::vector<float> query = w2v::unit(vectors.row(draw()));
    const std::vector<float> reduced = w2v::reduced_cosines(vectors, query, threads);
    for (std::size_t i = 0; i < rows_a_word; ++i) {
      const std::uint32_t row = draw();
      const double error = std::abs(double{reduced[row]} - w2v::similarity(query, vectors.row(row)));
      sum += error;
      largest = std::max(largest, error);
    }
    std::vector<float> best = reduced;
    const auto nearest = w2v::indexed_top_k(vectors, {query, {}}, search);
    std::ranges::nth_element(best, best.begin() + static_cast<std::ptrdiff_t>(nearest.size() - 1), std::greater());
    const float least = best[nearest.size() - 1];
    wanted += nearest.size();
    found += static_cast<std::size_t>(
        std::ranges::count_if(nearest, [&](const w2v::Match& match) { return reduced[match.word] >= least; }));
  }
  return fmt::format(
      "loss     cosines off by {:.2g}, {:.2g} at most ({} pairs); {:.1f} % of the 10 nearest of {} words are "
      "among the 10 "
      "best before the rows of the file decide\n",
      sum / static_cast<double>(words * rows_a_word), largest, words * rows_a_word,
      100.0 * static_cast<double>(found) / static_cast<double>(wanted), words);
}

/// How many of the ten nearest words the approximate index finds, over words drawn at random: a found word
/// counts if it is as near as the tenth of the exact answer.
std::string measured_recall(const std::string& path, const w2v::WordVectors& vectors, int threads) {
  constexpr std::size_t most_words = 1000;
  constexpr std::size_t words_at_once = 100;
  const w2v::AnnIndex index = w2v::AnnIndex::open(path, vectors);
  w2v::SearchOptions search;
  search.threads = threads;
  std::vector<std::uint32_t> words(vectors.size());
  std::iota(words.begin(), words.end(), 0U);
  std::vector<std::uint32_t> sample;
  std::ranges::sample(words, std::back_inserter(sample), most_words, std::mt19937_64(1));
  std::erase_if(sample, [&](std::uint32_t word) { return w2v::is_zero(vectors.row(word)); });
  std::size_t found = 0;
  std::size_t wanted = 0;
  for (std::size_t first = 0; first < sample.size(); first += words_at_once) {
    if (console::interrupted()) throw w2v::Interrupted();
    std::vector<w2v::SearchQuery> queries;
    for (std::size_t i = first; i < std::min(first + words_at_once, sample.size()); ++i)
      queries.push_back({vectors.row(sample[i]), {sample[i]}});
    const auto exact = w2v::top_k(vectors, queries, search);
    const auto near = index.top_k(vectors, queries, search, w2v::AnnIndex::usual_ef);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      wanted += exact[q].size();
      found += static_cast<std::size_t>(std::ranges::count_if(
          near[q], [&](const w2v::Match& match) { return match.similarity >= exact[q].back().similarity; }));
    }
  }
  if (wanted == 0) return "recall   unknown: there are no two words to compare\n";
  return fmt::format("recall   {:.2f} % of the 10 nearest of {} words are found with --ann-ef {}\n",
                     100.0 * static_cast<double>(found) / static_cast<double>(wanted), w2v::format_count(sample.size()),
                     w2v::AnnIndex::usual_ef);
}

/// Makes the approximate index, and tells about it.
std::string make_ann(const Options& options, const w2v::WordVectors& vectors, int threads) {
  w2v::HnswConfig config = options.graph;
  config.threads = threads;
  const auto begin = std::chrono::steady_clock::now();
  w2v::write_ann_index(vectors, config, StopOnSignal());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  return fmt::format("ann      {}: m {}, ef-construction {}, made in {:.1f} s\n", w2v::AnnIndex::path_for(options.file),
                     config.m, config.ef_construction, seconds.count()) +
         measured_recall(options.file, vectors, threads);
}

void run(const Options& options) {
  const int threads = w2v::thread_count(options.threads);
  {
    const w2v::MappedRows rows = w2v::map_to_index(options.file, options.strict);
    report_left_out(options.file, w2v::left_out_of(rows));
    w2v::write_index(rows, reduced_rows(options.rows), threads, StopOnSignal());
  }
  const w2v::LoadedVectors loaded = w2v::load_vectors(options.file, {.mapped = true});
  if (!loaded.index_warning.empty()) throw w2v::Error(loaded.index_warning);
  std::string report =
      fmt::format("index    {}\nrows     {}, dim {}\nreduced  {}\n", w2v::VectorIndex::path_for(options.file),
                  loaded.vectors.size(), loaded.vectors.dim(), options.rows);
  if (w2v::has_reduced_rows(loaded.vectors) && loaded.vectors.size() > 0) {
    report += measured_loss(loaded.vectors, threads);
  }
  if (options.ann) report += make_ann(options, loaded.vectors, threads);
  w2v::File::standard_output().write(report);
}

}  // namespace

void add_index(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("index", "write FILE.w2vx, by which queries of FILE are answered faster");
  command->add_option("file", options->file, "vectors: a plain word2vec binary file")->required()->type_name("FILE");
  command
      ->add_option("--rows", options->rows,
                   "also hold the rows as float16 or int8, for neighbours: the answers stay exact; none: "
                   "only words and places")
      ->check(CLI::IsMember({"none", "float16", "int8"}))
      ->capture_default_str();
  add_strict_option(*command, options->strict);
  CLI::Option* ann =
      command->add_flag("--ann", options->ann,
                        "also write FILE.hnsw, an approximate index for neighbors --ann, and tell how many it finds");
  w2v::HnswConfig& graph = options->graph;
  command->add_option("--ann-m", graph.m, "neighbours that the graph keeps of a word: more find more, in a larger file")
      ->transform(whole_number(2, w2v::HnswConfig::most_m))
      ->capture_default_str()
      ->needs(ann);
  command
      ->add_option("--ann-ef-construction", graph.ef_construction,
                   "candidates among which they are chosen: more find more and take longer")
      ->transform(whole_number(1, w2v::HnswConfig::most_ef_construction))
      ->capture_default_str()
      ->needs(ann);
  command->add_option("--seed", graph.seed, "start of the random numbers of --ann")
      ->transform(whole_number(0))
      ->capture_default_str()
      ->needs(ann);
  command->add_option("-t,--threads", options->threads, "threads [the cores that may be used]")
      ->transform(whole_number(1, 4096));
  command->callback([options] { run(*options); });
}

}  // namespace app
