#include "command_line/program.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "command_line/console.hpp"
#include "command_line/literal_arguments.hpp"
#include "command_line/numbers.hpp"
#include "command_line/standard_streams.hpp"
#include "commands/commands.hpp"
#include "w2v/base/error.hpp"

namespace app {
namespace {

const std::map<std::string_view, std::vector<Remark>> example_lines{
    {"",
     {{"w2v train corpus.txt", "writes vectors.bin"},
      {"w2v neighbors king", "reads $W2V_MODEL, else vectors.bin"},
      {"w2v analogy king man woman", "king - man + woman"}}},
    {"train",
     {{"w2v train corpus.txt", "writes vectors.bin"},
      {"w2v train part1.txt.gz folder/ -o my.txt", "compressed files, folders; text by the ending"},
      {"w2v train corpus.txt --architecture cbow --dim 300 --min-count 10", "CBOW, longer vectors, fewer words"},
      {"w2v train corpus.txt --checkpoint run.state", "goes on with --resume run.state"},
      {"w2v train -train corpus.txt -output my.bin -cbow 0 -size 200", "a command line of the original word2vec"}}},
    {"vocab", {{"w2v vocab corpus.txt --min-count 1 > words.txt", "'word count' lines, the most frequent first"}}},
    {"tokenize", {{"w2v tokenize --strip-html pages/ | w2v train -", "trains on the text of pages"}}},
    {"phrases",
     {{"w2v phrases corpus.txt --passes 2 --threshold 200,100 | w2v train -", "phrases of up to four words"}}},
    {"neighbors",
     {{"w2v neighbors king queen -k 5", "the five words nearest to each"},
      {"w2v neighbors king - man + woman", "an expression"},
      {"w2v neighbors paris --among cities.txt", "only words of a list"}}},
    {"analogy",
     {{"w2v analogy king man woman", "king - man + woman"},
      {"w2v analogy paris france italy --method mul", "by 3CosMul"}}},
    {"similarity", {{"w2v similarity king queen", "their cosine"}}},
    {"vectors", {{"w2v vectors kinggdom -m model.bin", "made of its n-grams, where the model has them"}}},
    {"odd", {{"w2v odd king queen dog prince", "the word that does not belong"}}},
    {"eval",
     {{"w2v eval questions-words.txt men.tsv", "sections and totals; Spearman's rho"},
      {"w2v eval -m a.bin -m b.bin --summary men.tsv", "models side by side"}}},
    {"convert",
     {{"w2v convert vectors.bin vectors.txt", "the same floats as text"},
      {"w2v convert vectors.bin some.vec --words list.txt --normalize", "some of the words, at length 1"}}},
    {"pool", {{"w2v pool reviews.txt --weighting sif --format npy -o reviews.npy", "an array with a row a line"}}},
    {"cluster", {{"w2v cluster --classes 200 > classes.txt", "'word class' lines"}}},
    {"map",
     {{"w2v map -o map.html", "the first 1,000 words by t-SNE"},
      {"w2v map --words cities.txt --method pca -o cities.svg", "words of a list by PCA"}}},
    {"heatmap", {{"w2v heatmap king queen man woman -o heat.html", "cosines, alike words together"}}},
    {"plot-loss", {{"w2v plot-loss loss.tsv", "drawn with characters"}}},
    {"report", {{"w2v report vectors.bin --loss-log loss.tsv --eval questions-words.txt -o report.html", "one page"}}},
    {"index", {{"w2v index vectors.bin --rows float16", "writes vectors.bin.w2vx"}}},
    {"info", {{"w2v info vectors.bin", "format, rows, dim, norms"}}},
};
constexpr Remark variables[] = {
    {"W2V_MODEL", "names the model that queries read"},
    {"W2V_SIMD", "best, avx512, avx2, sse4, neon or scalar forces an instruction set"},
    {"TMPDIR", "holds what does not fit in memory"},
};
constexpr Remark codes[] = {
    {"0", "done"}, {"1", "failed"}, {"2", "wrong usage"}, {"3", "unknown word"}, {"130", "interrupted"},
};

std::string lines_of(std::string_view title, std::span<const Remark> lines) {
  std::size_t width = 0;
  for (const Remark& line : lines) width = std::max(width, std::string_view(line.about).size());
  std::string text = fmt::format("\n{}:\n", title);
  for (const Remark& line : lines) text += fmt::format("  {:<{}}  {}\n", line.about, width, line.text);
  return text;
}

std::string footer() {
  std::string text = lines_of("Examples", examples("")) + lines_of("Environment", variables) + "\nExit codes: ";
  for (const Remark& code : codes) text += fmt::format("{}{} {}", &code == codes ? "" : ", ", code.about, code.text);
  return text + "\n'w2v COMMAND --help' tells more.";
}

/// CLI11 calls numbers UINT, INT and FLOAT; manuals call them N and X.
void name_numbers(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    const std::string type = option->get_type_name();
    if (type == "UINT" || type == "INT") option->type_name("N");
    if (type == "FLOAT") option->type_name("X");
  }
}

/// Numbers with a fraction are decimal and finite.
void refuse_what_is_no_number(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    const std::string type = option->get_type_name();
    if (type == "X" || type.starts_with("X,")) option->check(finite_number());
  }
}

bool is_output(const CLI::App& command, const CLI::Option& option) {
  const auto has_name = [&](const char* name) { return option.check_name(name); };
  constexpr std::array outputs{"--output", "output", "--save-output", "--save-vocab"};
  constexpr std::array outputs_of_training{"--loss-log", "--checkpoint"};  // inputs of others
  return std::ranges::any_of(outputs, has_name) ||
         (command.get_name() == "train" && std::ranges::any_of(outputs_of_training, has_name));
}

/// /dev/stdin and the like, of inputs, and /dev/stdout, of outputs, are taken for "-".
void take_names_of_streams(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (!path_placeholders().contains(option->get_type_name())) continue;
    const StreamUse use = is_output(command, *option) ? StreamUse::output : StreamUse::input;
    const auto take = [use](std::string& path) {
      try {
        path = without_stream_name(path, use);
        return std::string();
      } catch (const w2v::UsageError& e) {
        return std::string(e.what());
      }
    };
    option->transform(CLI::Validator(std::function<std::string(std::string&)>(take), ""));
  }
}

/// An empty value is a mistake, such as that of a variable that is not set; a word or a heading may be any.
void refuse_empty_values(CLI::App& command) {
  const CLI::Validator not_empty(
      [](const std::string& value) {
        return value.empty() ? std::string("expected a value, found an empty one") : std::string();
      },
      "");
  for (CLI::Option* option : command.get_options()) {
    const std::string type = option->get_type_name();
    if (option->get_items_expected_max() > 0 && type != "WORD" && type != "TITLE") option->check(not_empty);
  }
}

}  // namespace

std::span<const Remark> examples(std::string_view command) {
  return example_lines.at(command);
}
std::span<const Remark> environment() {
  return variables;
}
std::span<const Remark> exit_codes() {
  return codes;
}

const std::set<std::string>& path_placeholders() {
  static const std::set<std::string> all{"CORPUS", "FILE",  "FILE|LIST", "INPUT", "LIST",
                                         "LOG",    "MODEL", "OUTPUT",    "SET",   "TEXT"};
  return all;
}

void define_program(CLI::App& program, console::Settings& messages, int& exit_code) {
  program.name("w2v");
  program.description("Trains word vectors (word2vec) and answers questions about them.");
  program.set_help_flag("-h,--help", "this help");
  program.set_version_flag("--version", build_facts, "version, and how this program was built");
  program.require_subcommand(1);
  program.fallthrough();
  program.get_formatter()->column_width(34);
  program.add_flag("-q,--quiet", messages.quiet, "say only what went wrong")->group("Messages");
  program.add_option("--log-level", messages.level, "debug, info, warning or error")
      ->check(CLI::IsMember({"debug", "info", "warning", "error"}))
      ->capture_default_str()
      ->group("Messages");
  program.add_flag("--log-json", messages.json, "messages as JSON, one object a line")->group("Messages");
  program.parse_complete_callback([&messages] { console::set_up(messages); });

  add_train(program, exit_code);
  add_vocab(program, exit_code);
  add_tokenize(program, exit_code);
  add_phrases(program, exit_code);
  add_neighbors(program, exit_code);
  add_analogy(program, exit_code);
  add_similarity(program, exit_code);
  add_vectors(program, exit_code);
  add_odd(program, exit_code);
  add_eval(program, exit_code);
  add_convert(program, exit_code);
  add_pool(program, exit_code);
  add_cluster(program, exit_code);
  add_map(program, exit_code);
  add_heatmap(program, exit_code);
  add_plot_loss(program, exit_code);
  add_report(program, exit_code);
  add_index(program, exit_code);
  add_info(program, exit_code);
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    name_numbers(*command);
    refuse_what_is_no_number(*command);
    take_names_of_streams(*command);
    refuse_empty_values(*command);
    accept_literal(*command);
    command->footer(lines_of("Examples", examples(command->get_name())) +
                    "\n-q, --log-level and --log-json say how much is told: w2v --help");
  }
  program.footer(footer());  // behind the commands, which would inherit it
}

}  // namespace app
