#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

#include "commands/commands.hpp"
#include "commands/query_options.hpp"
#include "console.hpp"
#include "model_path.hpp"
#include "report_left_out.hpp"
#include "stop_on_signal.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/cluster/kmeans.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/vectors/format.hpp"

namespace commands {
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
  if (format == "text") return fmt::format("{} {}\n", word, word_class);
  if (format == "tsv") return fmt::format("{}\t{}\n", word, word_class);
  const nlohmann::ordered_json object{{"word", word}, {"class", word_class}};
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void write(const Options& options, const w2v::WordVectors& vectors, const std::vector<std::uint32_t>& classes,
           w2v::AtomicFile output) {
  std::vector<std::uint32_t> order(vectors.size());
  std::iota(order.begin(), order.end(), 0U);
  if (options.by_class) std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return classes[i]; });
  for (const std::uint32_t i : order) output.write(line_of(vectors.word(i), classes[i], options.format));
  output.commit();
}

void run(Options options) {
  if (options.config.threads == 0) options.config.threads = w2v::usable_cores();
  w2v::AtomicFile output(options.output);
  const std::string path = model_path(options.model);
  const w2v::LoadedVectors loaded = w2v::load_vectors(path, options.read);
  report_left_out(path, loaded.left_out);
  const w2v::Clustering clustering = w2v::cluster(loaded.vectors, options.config, StopOnSignal());
  const double mean = clustering.mean_cosines.back();
  const auto iterations = clustering.mean_cosines.size();
  console::info(fmt::format("{} words in {} classes after {} iterations, {}; mean cosine to the centre {:.4f}",
                            w2v::format_count(loaded.vectors.size()), options.config.classes, iterations,
                            clustering.converged ? "the last of which changed nothing" : "the most that --iterations allows",
                            mean),
                {{"iterations", static_cast<double>(iterations)}, {"mean_cosine", mean}});
  if (clustering.zero_rows > 0) {
    console::warning(fmt::format("rows of zeros, near to no centre: {}", w2v::format_count(clustering.zero_rows)));
  }
  write(options, loaded.vectors, clustering.classes, std::move(output));
}

}  // namespace

void add_cluster(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("cluster", "classes of words: k-means over vectors of length 1");
  command->add_option("-m,--model", options->model, "vectors [$W2V_MODEL, else vectors.bin, else vectors.txt]");
  command->add_option("-o,--output", options->output, "where the lines go; - for standard output")->capture_default_str();
  command->add_option("--format", options->format, "text ('word class', as word2vec -classes), tsv, or json")
      ->check(CLI::IsMember({"text", "tsv", "json"}))->capture_default_str();
  command->add_flag("--by-class", options->by_class, "in the order of the classes, not of the vectors");
  command->add_option("-c,--classes", options->config.classes, "number of classes")
      ->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--iterations", options->config.iterations, "at most; fewer where no word changes its class any more")
      ->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--seed", options->config.seed, "start of all random numbers")
      ->check(CLI::NonNegativeNumber.description(""))->capture_default_str();
  command->add_option("-t,--threads", options->config.threads, "threads [the cores that may be used]; the result is the same")
      ->check(CLI::Range(1, 4096));
  add_read_options(*command, options->read);
  options->config.threads = 0;
  command->callback([options] { run(*options); });
}

}  // namespace commands
