#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>

#include "command_line/named_files.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "pictures/heatmap.hpp"
#include "pictures/picture_output.hpp"
#include "query/query_options.hpp"
#include "query/word_choice.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/cluster/linkage.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/query/similarity.hpp"

namespace app {
namespace {

constexpr std::size_t most_words = 1000;

struct Options {
  std::string model;
  std::string output = "-";
  std::string form;
  std::string title;
  std::string order = "clusters";
  WordChoice choice;
  w2v::ReadOptions read;
};

w2v::Matrix<float> cosines_of(const w2v::WordVectors& vectors, const std::vector<std::uint32_t>& words) {
  w2v::Matrix<float> cosines(words.size(), words.size(), "the cosines", "show fewer words");
  std::vector<std::vector<float>> rows;
  for (const std::uint32_t word : words) rows.push_back(vectors.row(word));
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) cosines.row(i)[j] = cosines.row(j)[i] = w2v::similarity(rows[i], rows[j]);
  }
  return cosines;
}

Heatmap make_heatmap(const w2v::WordVectors& vectors, std::vector<std::uint32_t> words, bool clustered) {
  if (clustered) {
    std::vector<std::uint32_t> ordered;
    for (const std::uint32_t place : w2v::linkage_order(cosines_of(vectors, words))) ordered.push_back(words[place]);
    words = std::move(ordered);
  }
  Heatmap heatmap{{},
                  fmt::format("Cosines, {}", clustered ? "ordered by average linkage" : "in the order given"),
                  {},
                  cosines_of(vectors, words)};
  for (const std::uint32_t word : words) heatmap.words.emplace_back(vectors.word(word));
  return heatmap;
}

void check_number(std::size_t words) {
  if (words >= 2 && words <= most_words) return;
  throw w2v::UsageError(
      fmt::format("a heatmap is of 2 to {} words, found {}", w2v::format_count(most_words), w2v::format_count(words)));
}

void run(const Options& options, int& exit_code) {
  const std::string path = model_path(options.model);
  check_files({{"--words", options.choice.list}, {"--model", path}}, {{"--output", options.output}});
  if (options.choice.list.empty()) check_number(options.choice.words.size());
  const std::string form = picture_form(options.form, options.output, {"html", "svg", "tsv"});
  w2v::AtomicFile output(options.output);
  const w2v::LoadedVectors loaded = load_model(path, options.read);
  const std::vector<std::uint32_t> words = chosen_words(options.choice, loaded.vectors, path, exit_code);
  if (exit_code != 0 && words.size() < 2) return;  // what is missing was named
  check_number(words.size());
  Heatmap heatmap = make_heatmap(loaded.vectors, words, options.order == "clusters");
  heatmap.title = options.title.empty() ? fmt::format("{} words of {}", words.size(), title_of(path)) : options.title;
  output.write(form == "html" ? heatmap_html(heatmap) : form == "svg" ? heatmap_svg(heatmap) : heatmap_tsv(heatmap));
  output.commit();
}

}  // namespace

void add_heatmap(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* command =
      program.add_subcommand("heatmap", "a picture of the cosines of some words with each other: a page, SVG, or TSV");
  add_word_options(*command, o.choice);
  add_model_option(*command, o.model);
  command->add_option("-o,--output", o.output, "where the picture goes; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command
      ->add_option(
          "--format", o.form,
          "html, svg or tsv (a heading, then a word and its cosines a line) [by the ending of --output, else html]")
      ->check(CLI::IsMember({"html", "svg", "tsv"}));
  command->add_option("--order", o.order, "clusters (alike words together) or given")
      ->check(CLI::IsMember({"clusters", "given"}))
      ->capture_default_str();
  command->add_option("--title", o.title, "heading of the picture [words and model]")->type_name("TITLE");
  add_read_options(*command, o.read);
  command->callback([options, &exit_code] { run(*options, exit_code); });
}

}  // namespace app
