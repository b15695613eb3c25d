#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

#include "command_line/console.hpp"
#include "command_line/named_files.hpp"
#include "command_line/numbers.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "query/query_options.hpp"
#include "training/word_classes.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/cluster/kmeans.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace app {
namespace {

struct Options {
  std::string model;
  std::string output = "-";
  std::string format = "text";
  bool by_class = false;
  w2v::ClusterConfig config;
  w2v::ReadOptions read;
};

std::string line_of(std::string_view word, std::uint32_t word_class, const std::string& format) {
  if (format == "text") return word_class_line(word, word_class);
  if (format == "tsv") return fmt::format("{}\t{}\n", w2v::escaped(word), word_class);
  const nlohmann::ordered_json object{{"word", word}, {"class", word_class}};
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

bool can_be_written(std::string_view word, const Options& options) {
  return options.format != "text" || word.find_first_of(w2v::separators) == std::string_view::npos;
}

/// Finds words that the format cannot hold before the work is done: refuses the first, or counts them if lenient.
void check_words(const w2v::WordVectors& vectors, const Options& options, const std::string& output) {
  std::uint64_t left_out = 0;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    if (can_be_written(vectors.word(i), options)) continue;
    if (++left_out > 1 || options.read.lenient) continue;
    throw w2v::Error(
        fmt::format("{}: cannot write the word '{}': it holds a separator: expected --format tsv or json, or "
                    "--lenient, which leaves such words out",
                    output, w2v::printable(vectors.word(i))));
  }
  if (left_out == 0) return;
  console::warning(fmt::format("{}: {} left out (the word holds a separator)", output,
                               w2v::count_of(left_out, "word was", "words were")));
}

void write(const Options& options, const w2v::WordVectors& vectors, const std::vector<std::uint32_t>& classes,
           w2v::AtomicFile output) {
  std::vector<std::uint32_t> order(vectors.size());
  std::iota(order.begin(), order.end(), 0U);
  if (options.by_class) std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return classes[i]; });
  for (const std::uint32_t i : order) {
    if (can_be_written(vectors.word(i), options)) output.write(line_of(vectors.word(i), classes[i], options.format));
  }
  output.commit();
}

void run(Options options) {
  options.config.threads = w2v::thread_count(options.config.threads);
  const std::string path = model_path(options.model);
  check_files({{"--model", path}}, {{"--output", options.output}});
  w2v::AtomicFile output(options.output);
  const w2v::LoadedVectors loaded = load_model(path, options.read);
  check_words(loaded.vectors, options, output.name());
  const w2v::Clustering clustering = find_word_classes(loaded.vectors, options.config);
  write(options, loaded.vectors, clustering.classes, std::move(output));
}

}  // namespace

void add_cluster(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("cluster", "classes of words: k-means over vectors of length 1");
  add_model_option(*command, options->model);
  command->add_option("-o,--output", options->output, "where the lines go; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command
      ->add_option("--format", options->format,
                   "text ('word class', as word2vec -classes), tsv with \\t, \\n, \\r and \\\\ in words, or json")
      ->check(CLI::IsMember({"text", "tsv", "json"}))
      ->capture_default_str();
  command->add_flag("--by-class", options->by_class, "in the order of the classes, not of the vectors");
  command->add_option("-c,--classes", options->config.classes, "number of classes")
      ->transform(whole_number(1, std::numeric_limits<std::uint32_t>::max()))
      ->capture_default_str();
  command
      ->add_option("--iterations", options->config.iterations,
                   "at most; fewer where no word changes its class any more")
      ->transform(whole_number(1, 1'000'000'000))
      ->capture_default_str();
  command->add_option("--seed", options->config.seed, "start of all random numbers")
      ->transform(whole_number(0))
      ->capture_default_str();
  command
      ->add_option("-t,--threads", options->config.threads,
                   "threads [the cores that may be used]; the result is the same")
      ->transform(whole_number(1, 4096));
  add_read_options(*command, options->read, ", and words that --format text cannot hold");
  options->config.threads = 0;
  command->callback([options] { run(*options); });
}

}  // namespace app
