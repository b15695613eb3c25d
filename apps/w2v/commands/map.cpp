#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>

#include "command_line/named_files.hpp"
#include "command_line/numbers.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "pictures/map_options.hpp"
#include "pictures/picture_output.hpp"
#include "query/query_options.hpp"
#include "query/word_choice.hpp"
#include "w2v/base/error.hpp"
#include "w2v/io/atomic_file.hpp"

namespace app {
namespace {

struct Options {
  std::string model;
  std::string output = "-";
  std::string form;
  std::string title;
  WordChoice choice;
  MapOptions map;
  w2v::ReadOptions read;
};

void run(const Options& options, int& exit_code) {
  const std::string path = model_path(options.model);
  check_files({{"--words", options.choice.list}, {"--model", path}}, {{"--output", options.output}});
  const std::string form = picture_form(options.form, options.output, {"html", "svg", "tsv"});
  w2v::AtomicFile output(options.output);
  const w2v::LoadedVectors loaded = load_model(path, options.read);
  const std::vector<std::uint32_t> words = chosen_words(options.choice, loaded.vectors, path, exit_code);
  if (words.empty()) {
    if (exit_code != 0) return;  // each was named
    throw w2v::Error(fmt::format("{}: no words: expected one at least", path));
  }
  MapOptions asked = options.map;
  if (form != "html") asked.neighbours = 0;
  WordMap map = make_map(loaded.vectors, words, asked);
  map.title = options.title.empty() ? map_title(map, path) : options.title;
  output.write(form == "html"  ? map_html(map, loaded.vectors)
               : form == "svg" ? map_svg(map, loaded.vectors)
                               : map_tsv(map, loaded.vectors));
  output.commit();
}

}  // namespace

void add_map(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  o.choice.top = 1000;
  CLI::App* command = program.add_subcommand(
      "map", "a picture of words in the plane, alike ones near each other: a page to move about in, SVG, or TSV");
  add_word_options(*command, o.choice);
  add_model_option(*command, o.model);
  command->add_option("-o,--output", o.output, "where the picture goes; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command
      ->add_option("--format", o.form,
                   "html, svg or tsv (a heading, then lines 'word x y') [by the ending of --output, else html]")
      ->check(CLI::IsMember({"html", "svg", "tsv"}));
  command->add_option("--top", o.choice.top, "the first N words of the model, where no words are named")
      ->transform(whole_number(1))
      ->capture_default_str();
  add_map_options(*command, o.map);
  command
      ->add_option("-k", o.map.neighbours, "neighbours that the page tells of each word, from the whole model; 0: none")
      ->transform(whole_number(0, 1000))
      ->capture_default_str();
  command->add_option("--title", o.title, "heading of the picture [words and model]")->type_name("TITLE");
  add_read_options(*command, o.read);
  command->callback([options, &exit_code] { run(*options, exit_code); });
}

}  // namespace app
