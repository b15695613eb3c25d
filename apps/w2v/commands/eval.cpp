#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "command_line/console.hpp"
#include "command_line/named_files.hpp"
#include "command_line/numbers.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "eval/eval_report.hpp"
#include "query/query_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/io/file.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace app {
namespace {

struct Options {
  std::vector<std::string> models;
  std::vector<std::string> sets;
  w2v::ReadOptions read;
  w2v::AnalogyScoring analogies;
  std::string method = "both";
  std::string format;
  bool summary = false;
  bool json = false;
  w2v::SimilarityColumns columns;
};

/// Analogies look at no row behind the first `top`, so none is read where only they are asked.
w2v::ReadOptions rows_needed(const Options& options, const std::vector<w2v::EvalSet>& sets) {
  w2v::ReadOptions read = options.read;
  const bool all_analogies =
      std::ranges::all_of(sets, [](const w2v::EvalSet& set) { return std::holds_alternative<w2v::AnalogySet>(set); });
  if (all_analogies && options.analogies.top > 0)
    read.limit = std::min<std::uint64_t>(read.limit, options.analogies.top);
  return read;
}

/// Finds out before any model is scored whether one is missing or no model at all. What can be read only once is left
/// alone.
void check_model(const std::string& path, const w2v::ReadOptions& read) {
  std::error_code fault;  // which opening it will tell
  const auto kind = std::filesystem::status(path, fault).type();
  const bool once =
      path == "-" || kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::character;
  if (!once) w2v::open_vectors(path, read);
}

std::vector<EvalScore> score_model(const std::string& path, const std::vector<w2v::EvalSet>& sets,
                                   const Options& options) {
  const w2v::LoadedVectors loaded = load_model(path, rows_needed(options, sets));
  const w2v::Embedding embedding(loaded.vectors);
  std::vector<EvalScore> scores;
  for (const w2v::EvalSet& set : sets) {
    if (console::interrupted()) throw w2v::Interrupted();
    scores.push_back(score(set, embedding, options.analogies));
  }
  return scores;
}

/// What is wrong where a set says nothing about a model.
std::optional<std::string> why_useless(const EvalReport& report, std::size_t model, std::size_t set) {
  const EvalSummary summary = summary_of(report.scores[model][set]);
  if (!std::isnan(summary.score)) return std::nullopt;
  const auto* similarities = std::get_if<w2v::SimilarityScore>(&report.scores[model][set]);
  if (similarities != nullptr && similarities->composed && !std::isnan(similarities->spearman_with_composed))
    return std::nullopt;
  const bool analogies = std::holds_alternative<w2v::AnalogySet>(report.sets[set]);
  const std::string what =
      summary.answered > 0 ? fmt::format("{} of {} pairs have known words: expected two at least, whose scores differ",
                                         summary.answered, summary.asked)
                           : fmt::format("none of {} {} has known words only: expected words of the model",
                                         w2v::format_count(summary.asked), analogies ? "questions" : "pairs");
  return fmt::format(
      "{}: {}: {}{}{}", report.models[model], name_of(report.sets[set]), what,
      analogies ? ", among " + words_asked_about(std::get<w2v::AnalogyScore>(report.scores[model][set])) : "",
      report.options.case_sensitive ? ", in its upper and lower case" : "");
}

/// Warns of every set that says nothing; throws if all do.
void require_use(const EvalReport& report) {
  std::size_t useless = 0;
  std::string last;
  for (std::size_t model = 0; model < report.models.size(); ++model) {
    for (std::size_t set = 0; set < report.sets.size(); ++set) {
      const std::optional<std::string> why = why_useless(report, model, set);
      if (!why) continue;
      if (!last.empty()) console::warning(last);
      last = *why;
      ++useless;
    }
  }
  if (useless == report.models.size() * report.sets.size()) throw w2v::Error(last);
  if (!last.empty()) console::warning(last);
}

void run(Options options) {
  std::vector<NamedFile> inputs;
  for (const std::string& path : options.sets) inputs.push_back({"SET", path});
  for (const std::string& path : options.models) inputs.push_back({"--model", path});
  if (options.models.empty()) inputs.push_back(model_input(""));
  check_files(inputs);
  EvalReport report;
  report.options = options.analogies;
  report.add = options.method != "mul";
  report.mul = options.method != "add";
  report.summary = options.summary;
  for (const std::string& path : options.sets) report.sets.push_back(w2v::read_eval_set(path, options.columns));
  report.models = options.models;
  if (report.models.empty()) report.models.push_back(model_path(""));
  for (const std::string& model : report.models) check_model(model, options.read);
  for (const std::string& model : report.models) report.scores.push_back(score_model(model, report.sets, options));
  require_use(report);

  if (options.json) options.format = "json";
  if (options.format.empty()) options.format = console::stdout_is_terminal() ? "table" : "tsv";
  w2v::File out = w2v::File::standard_output();
  out.write(options.format == "table" ? eval_table(report)
            : options.format == "tsv" ? eval_tsv(report)
                                      : eval_json(report));
}

}  // namespace

void add_eval(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  o.analogies.stop_requested = console::interrupted;
  CLI::App* command =
      program.add_subcommand("eval", "how good vectors are: analogies answered, likeness as people see it");
  command
      ->add_option("sets", o.sets,
                   "analogies: ': section' lines, and lines A B C D that ask for B - A + C = D; or "
                   "similarities: two words and a "
                   "number a line, with tabs, commas or blanks between them. - for standard input")
      ->required()
      ->type_name("SET");
  command
      ->add_option("-m,--model", o.models,
                   "vectors; several, each with its -m, are compared [$W2V_MODEL, else vectors.bin, else vectors.txt]")
      ->allow_extra_args(false)
      ->type_name("MODEL");
  command->add_option("--method", o.method, "of analogies: add (3CosAdd), mul (3CosMul), or both")
      ->check(CLI::IsMember({"add", "mul", "both"}))
      ->capture_default_str();
  command
      ->add_option("--top", o.analogies.top,
                   "words of analogies and their answers are among the first N of the vectors; 0: all")
      ->transform(whole_number(0))
      ->capture_default_str();
  command->add_flag("--case-sensitive", o.analogies.case_sensitive,
                    "upper and lower case differ; else a word is the first one of the vectors that is spelt alike");
  command->add_flag("--summary", o.summary, "one line for each set and method; in tables models stand side by side");
  command->add_option("--format", o.format, "table, tsv or json [table on a terminal, else tsv]")
      ->check(CLI::IsMember({"table", "tsv", "json"}));
  command->add_flag("--json", o.json, "the same as --format json")->excludes("--format");
  command
      ->add_option(
          "--score-column", o.columns.score,
          "similarities: the number is in column N, others behind the two words are left out [the third of three]")
      ->transform(whole_number(3, 1000));
  command->add_option("-t,--threads", o.analogies.threads, "threads [the cores that may be used]")
      ->transform(whole_number(1, 4096));
  add_no_subwords_option(*command, o.read);
  add_read_options(*command, o.read);
  command->callback([options] { run(*options); });
}

}  // namespace app
