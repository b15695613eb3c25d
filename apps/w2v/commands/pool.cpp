#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "command_line/console.hpp"
#include "command_line/named_files.hpp"
#include "command_line/numbers.hpp"
#include "command_line/progress_view.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "query/query_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/formats/npy_format.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/io/file.hpp"
#include "w2v/io/file_series.hpp"
#include "w2v/io/headed_file.hpp"
#include "w2v/pooling/pool_lines.hpp"
#include "w2v/pooling/token_weights.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace app {
namespace {

struct Options {
  std::string model;
  std::string text = "-";
  std::string output = "-";
  std::string format = "text";
  std::string weighting = "mean";
  std::string vocabulary;
  std::string weights_from;
  w2v::PoolConfig config;
  w2v::ReadOptions read;
};

bool counts_in_text(const Options& options) {
  return options.weighting != "mean" && options.vocabulary.empty();
}

/// Refuses what can be seen to fail before any work.
void check(const Options& options) {
  if (!options.vocabulary.empty() && options.weighting != "sif") {
    throw w2v::UsageError(fmt::format("--vocab is for --weighting sif, found --weighting {}", options.weighting));
  }
  if (!options.weights_from.empty() && !counts_in_text(options)) {
    throw w2v::UsageError(options.weighting == "mean"
                              ? "--weights-from is for --weighting sif and idf, found --weighting mean"
                              : "--weights-from and --vocab: expected one of them");
  }
  if (!counts_in_text(options) || !options.weights_from.empty()) return;
  const bool exists = options.text == "-" || std::filesystem::exists(options.text);
  if (!exists || std::filesystem::is_regular_file(options.text)) return;
  throw w2v::UsageError(fmt::format("--weighting {} reads the text twice: expected a file, or --weights-from FILE{}",
                                    options.weighting, options.weighting == "sif" ? ", or --vocab FILE" : ""));
}

/// A weight for each word; none for the plain mean.
std::vector<float> weights_of(const Options& options, const w2v::WordVectors& vectors, ProgressView& view) {
  if (options.weighting == "mean") return {};
  w2v::TokenCounts counts(vectors);
  if (!options.vocabulary.empty()) {
    counts.add(w2v::read_vocabulary(options.vocabulary));
  } else {
    // What is left out of TEXT is told when it is read again.
    w2v::BufferedReader text(options.weights_from.empty() ? w2v::open_text(options.text)
                                                          : w2v::open_text(options.weights_from, &view));
    w2v::for_each_line(text, options.config.label_column, [&](std::string_view line) {
      if (console::interrupted()) throw w2v::Interrupted();
      counts.add_line(line);
    });
  }
  const std::string& source = options.vocabulary.empty() ? options.weights_from : options.vocabulary;
  if (!source.empty() && counts.known_tokens() == 0) {
    console::warning(fmt::format("{}: no word of it has a vector: {}", source,
                                 options.weighting == "sif" ? "all weights are 1" : "all weights are 0"));
  }
  return options.weighting == "sif" ? counts.sif_weights() : counts.idf_weights();
}

/// Where vectors go: standard output at once, files as a whole, arrays behind their header.
class Output {
 public:
  Output(const std::string& path, w2v::PoolFormat format) {
    if (format == w2v::PoolFormat::npy) {
      array_.emplace(w2v::AtomicFile(path));
    } else if (path == "-") {
      stream_ = w2v::File::standard_output();
    } else {
      file_.emplace(path);
    }
  }

  void write(std::string_view bytes) {
    if (array_) {
      array_->write(bytes);
    } else if (file_) {
      file_->write(bytes);
    } else {
      stream_.write(bytes);
    }
  }

  void finish(std::uint64_t rows, std::size_t dim) {
    if (file_) file_->commit();
    if (!array_) return;
    array_->finish(w2v::npy_header(rows, dim));
    array_->file().commit();
  }

 private:
  std::optional<w2v::HeadedFile> array_;
  std::optional<w2v::AtomicFile> file_;
  w2v::File stream_;
};

void run(Options options) {
  check_files({{"TEXT", options.text},
               model_input(options.model),
               {"--vocab", options.vocabulary},
               {"--weights-from", options.weights_from}},
              {{"--output", options.output}});
  check(options);
  w2v::PoolConfig& config = options.config;
  config.format = options.format == "text"  ? w2v::PoolFormat::text
                  : options.format == "tsv" ? w2v::PoolFormat::tsv
                  : options.format == "npy" ? w2v::PoolFormat::npy
                                            : w2v::PoolFormat::libsvm;
  config.threads = w2v::thread_count(config.threads);
  if (config.format == w2v::PoolFormat::npy && options.output == "-" && console::stdout_is_terminal()) {
    throw w2v::UsageError(
        "an array would be written to the terminal: expected a pipe, another --format, or --output FILE");
  }
  Output output(options.output, config.format);
  const std::string path = model_path(options.model);
  const w2v::LoadedVectors loaded = load_model(path, options.read);
  ProgressView view;
  const w2v::Pooler pooler(loaded.vectors, weights_of(options, loaded.vectors, view));
  w2v::BufferedReader text(w2v::open_text(options.text, &view));
  const w2v::PoolReport report = w2v::pool_lines(
      text, pooler, config, [&](std::string_view bytes) { output.write(bytes); }, StopOnSignal());
  output.finish(report.lines, pooler.dim());
  console::info(
      fmt::format(
          "pooled {} lines: {} known tokens, {}{} unknown; lines without a known token, whose vector is zeros: {}",
          w2v::format_count(report.lines), w2v::format_count(report.known_tokens),
          report.composed_tokens > 0 ? w2v::format_count(report.composed_tokens) + " with vectors of n-grams, " : "",
          w2v::format_count(report.unknown_tokens), w2v::format_count(report.lines_without_known)),
      {{"lines", report.lines},
       {"known_tokens", report.known_tokens},
       {"composed_tokens", report.composed_tokens},
       {"unknown_tokens", report.unknown_tokens},
       {"lines_without_known", report.lines_without_known}});
}

}  // namespace

void add_pool(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("pool", "a vector for each line of text: the mean of its known words");
  command->add_option("text", options->text, "a file, plain, compressed or an archive; - for standard input")
      ->type_name("TEXT")
      ->capture_default_str();
  add_model_option(*command, options->model);
  command->add_option("-o,--output", options->output, "where the vectors go; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command
      ->add_option("--format", options->format,
                   "text (numbers parted by blanks), tsv, npy (an array of float32), or libsvm (label index:value ...)")
      ->check(CLI::IsMember({"text", "tsv", "npy", "libsvm"}))
      ->capture_default_str();
  command
      ->add_option(
          "--weighting", options->weighting,
          "mean; sif: a word counts 0.001 / (0.001 + its share of all tokens); idf: log(lines / lines with it)")
      ->check(CLI::IsMember({"mean", "sif", "idf"}))
      ->capture_default_str();
  command
      ->add_option("--vocab", options->vocabulary,
                   "'word count' lines for sif [counted in TEXT or --weights-from; TEXT is then read twice]")
      ->type_name("FILE");
  command
      ->add_option("--weights-from", options->weights_from,
                   "a text to count in for sif and idf instead of TEXT, of the same form: texts that are compared need "
                   "the same weights")
      ->type_name("FILE");
  command
      ->add_option(
          "--label-column", options->config.label_column,
          "lines are fields parted by tabs, field N (from 1) is the label of libsvm and no text [0 for all labels]")
      ->transform(whole_number(1));
  command->add_option("-t,--threads", options->config.threads, "threads [the cores that may be used]")
      ->transform(whole_number(1, 4096));
  add_no_subwords_option(*command, options->read);
  add_read_options(*command, options->read);
  options->config.threads = 0;
  command->callback([options] { run(*options); });
}

}  // namespace app
