#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>

#include "command_line/console.hpp"
#include "command_line/named_files.hpp"
#include "command_line/numbers.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "pictures/map_options.hpp"
#include "pictures/picture_output.hpp"
#include "query/query_options.hpp"
#include "query/word_choice.hpp"
#include "training/model_report.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/settings/settings.hpp"
#include "w2v/train/checkpoint.hpp"

namespace app {
namespace {

struct Options {
  std::string model;
  std::string output = "-";
  std::string title;
  std::string checkpoint;
  std::string vocabulary;
  std::vector<std::string> logs;
  std::vector<std::string> sets;
  WordChoice asked;
  std::size_t top = 500;
  MapOptions map;
  w2v::ReadOptions read;
};

std::vector<std::pair<std::string, std::string>> facts_of(const w2v::LoadedVectors& loaded, const std::string& path) {
  const w2v::WordVectors& vectors = loaded.vectors;
  double sum = 0;
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    double squares = 0;
    for (const float value : vectors.row(i)) squares += double{value} * value;
    least = std::min(least, std::sqrt(squares));
    most = std::max(most, std::sqrt(squares));
    sum += std::sqrt(squares);
  }
  std::vector<std::pair<std::string, std::string>> facts{{"File", w2v::printable(path, 300)},
                                                         {"Format", w2v::name_of(loaded.facts.format)}};
  if (std::filesystem::is_regular_file(path))
    facts.emplace_back("Size", w2v::format_bytes(std::filesystem::file_size(path)));
  facts.emplace_back("Words", w2v::format_count(vectors.size()));
  facts.emplace_back("Dimensions", w2v::format_count(vectors.dim()));
  if (vectors.size() == 0) return facts;
  facts.emplace_back("First words", "");
  for (std::size_t i = 0; i < std::min<std::size_t>(8, vectors.size()); ++i)
    facts.back().second += (i > 0 ? " " : "") + w2v::printable(vectors.word(i));
  facts.emplace_back(
      "Lengths", fmt::format("{:.4g} to {:.4g}, mean {:.4g}", least, most, sum / static_cast<double>(vectors.size())));
  return facts;
}

/// How a training went, and what came of it.
struct Training {
  std::vector<std::pair<std::string, std::string>> settings;
  std::uint64_t dim;
  w2v::Vocabulary vocabulary;
};

Training training_in(const std::string& path) {
  w2v::Checkpoint checkpoint = w2v::load_checkpoint(path);
  const w2v::TrainingFacts& facts = checkpoint.facts;
  std::vector<std::pair<std::string, std::string>> settings;
  for (w2v::Setting& setting : w2v::settings_of(facts.config, facts.vocabulary)) {
    settings.emplace_back(std::move(setting.name), std::move(setting.value));
  }
  settings.emplace_back("tokens of the text", w2v::format_count(facts.tokens));
  return {std::move(settings), facts.config.dim, std::move(checkpoint.state.model.vocabulary)};
}

/// A model may have fewer words than its training, as by --limit or w2v convert, but no others.
void warn_of_another_training(const Training& training, const std::string& checkpoint,
                              const w2v::WordVectors& vectors) {
  const w2v::WordIndex known(training.vocabulary.words());
  std::size_t others = 0;
  for (std::size_t i = 0; i < vectors.size(); ++i) others += known.find(vectors.word(i)) ? 0 : 1;
  if (training.dim == vectors.dim() && others == 0) return;
  console::warning(fmt::format(
      "--checkpoint {}: of another training: its vectors have {} values, those of the model {}; {} of the model's {} "
      "words "
      "are not in it",
      checkpoint, training.dim, vectors.dim(), w2v::format_count(others), w2v::format_count(vectors.size())));
}

EvalReport evaluated(const w2v::WordVectors& vectors, const std::string& path, std::vector<w2v::EvalSet> sets) {
  EvalReport report;
  report.options.stop_requested = console::interrupted;
  report.models.push_back(path);
  report.sets = std::move(sets);
  const w2v::Embedding embedding(vectors);
  report.scores.emplace_back();
  for (const w2v::EvalSet& set : report.sets) report.scores[0].push_back(score(set, embedding, report.options));
  return report;
}

/// The words asked for, or else some of the map's, evenly spread over its ranks.
std::vector<std::uint32_t> asked_words(const Options& options, const w2v::WordVectors& vectors, const std::string& path,
                                       std::size_t mapped, int& exit_code) {
  if (!options.asked.words.empty() || !options.asked.list.empty())
    return chosen_words(options.asked, vectors, path, exit_code);
  constexpr std::size_t some = 12;
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i < std::min(some, mapped); ++i)
    words.push_back(static_cast<std::uint32_t>((2 * i + 1) * mapped / (2 * std::min(some, mapped))));
  return words;
}

std::vector<NamedFile> inputs_of(const Options& options, const std::string& model) {
  std::vector<NamedFile> inputs{{"MODEL", model},
                                {"--words", options.asked.list},
                                {"--vocab", options.vocabulary},
                                {"--checkpoint", options.checkpoint}};
  for (const std::string& log : options.logs) inputs.push_back({"--loss-log", log});
  for (const std::string& set : options.sets) inputs.push_back({"--eval", set});
  return inputs;
}

void run(const Options& options, int& exit_code) {
  const std::string path = model_path(options.model);
  check_files(inputs_of(options, path), {{"--output", options.output}});
  picture_form("html", options.output, {"html"});
  w2v::AtomicFile output(options.output);
  ModelReport report;
  // What is quickly found to be wrong comes first.
  if (!options.vocabulary.empty()) report.vocabulary = w2v::read_vocabulary(options.vocabulary);
  std::optional<Training> training;
  if (!options.checkpoint.empty()) training = training_in(options.checkpoint);
  for (const std::string& log : options.logs) report.losses.push_back(read_loss_curve(log));
  std::vector<w2v::EvalSet> sets;
  for (const std::string& set : options.sets) sets.push_back(w2v::read_eval_set(set));
  const w2v::LoadedVectors loaded = load_model(path, options.read);
  const w2v::WordVectors& vectors = loaded.vectors;
  if (vectors.size() == 0) throw w2v::Error(path + ": no words: expected one at least");

  if (training) {
    warn_of_another_training(*training, options.checkpoint, vectors);
    report.settings = std::move(training->settings);
  }
  std::vector<std::uint32_t> mapped(std::min(options.top, vectors.size()));
  std::iota(mapped.begin(), mapped.end(), 0U);
  report.title = options.title.empty() ? "Report on " + title_of(path) : options.title;
  report.caption =
      fmt::format("{} words, {} dimensions", w2v::format_count(vectors.size()), w2v::format_count(vectors.dim()));
  report.facts = facts_of(loaded, path);
  if (!sets.empty()) report.evaluation = evaluated(vectors, path, std::move(sets));
  report.asked = asked_words(options, vectors, path, mapped.size(), exit_code);
  report.neighbours = neighbours_of(vectors, report.asked, options.map.neighbours, options.map.tsne.threads);
  report.map = make_map(vectors, mapped, options.map);
  output.write(report_html(report, vectors));
  output.commit();
}

}  // namespace

void add_report(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* command = program.add_subcommand(
      "report", "one page about a model: what it is, how it was trained, how good it is, a map of its words");
  command
      ->add_option("model", o.model,
                   "vectors in any form that w2v convert reads [$W2V_MODEL, else vectors.bin, else vectors.txt]")
      ->type_name("MODEL");
  command->add_option("-o,--output", o.output, "where the page goes; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command
      ->add_option("--checkpoint", o.checkpoint,
                   "a file that train --checkpoint has written: the settings of the training")
      ->type_name("FILE");
  command
      ->add_option("--vocab", o.vocabulary,
                   "'word count' lines, of train --save-vocab or w2v vocab: how often words stand in the text")
      ->type_name("FILE");
  command->add_option("--loss-log", o.logs, "a file that train --loss-log has written; more, each with its --loss-log")
      ->allow_extra_args(false)
      ->type_name("LOG");
  command->add_option("--eval", o.sets, "analogies or similarities, as of w2v eval; more, each with its --eval")
      ->allow_extra_args(false)
      ->type_name("SET");
  command
      ->add_option("--word", o.asked.words,
                   "a word whose neighbours are told; more, each with its --word [some of the map's]")
      ->allow_extra_args(false)
      ->type_name("WORD");
  command->add_option("--words", o.asked.list, "more of them: a file with a word a line, or - for standard input")
      ->type_name("LIST");
  command->add_option("--top", o.top, "the map shows the first N words of the model")
      ->transform(whole_number(1))
      ->capture_default_str();
  add_map_options(*command, o.map);
  command->add_option("-k", o.map.neighbours, "neighbours told of each word")
      ->transform(whole_number(1, 1000))
      ->capture_default_str();
  command->add_option("--title", o.title, "heading of the page [the model's name]")->type_name("TITLE");
  add_read_options(*command, o.read);
  command->callback([options, &exit_code] { run(*options, exit_code); });
}

}  // namespace app
