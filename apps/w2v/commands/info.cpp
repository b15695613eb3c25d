#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "command_line/program.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "query/query_options.hpp"
#include "w2v/base/text.hpp"
#include "w2v/formats/vector_format.hpp"
#include "w2v/io/file.hpp"
#include "w2v/vectors/row_reader.hpp"

namespace app {
namespace {

struct Options {
  std::string file;
  w2v::ReadOptions read;
};

/// A format by the name that its users give it.
std::string described(const w2v::VectorFacts& facts) {
  if (facts.format == w2v::VectorFormat::projector) return "lines of numbers, with their words in a file beside them";
  if (facts.format == w2v::VectorFormat::csv) {
    return fmt::format("{}-separated values, {} a heading", facts.separator == '\t' ? "tab" : "comma",
                       facts.has_heading ? "with" : "without");
  }
  if (!facts.has_header) return "GloVe text, without a header";
  const bool word2vec = facts.format == w2v::VectorFormat::text || facts.format == w2v::VectorFormat::binary;
  return fmt::format("{}{}, with a header", word2vec ? "word2vec " : "", w2v::name_of(facts.format));
}

std::string file_facts(const Options& options) {
  w2v::RowReader reader = w2v::open_vectors(options.file, options.read);
  std::uint64_t rows = 0;
  std::uint64_t zero_rows = 0;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  double sum = 0;
  std::string first;
  std::string last;
  while (const std::optional<w2v::Row> row = reader.next()) {
    double squares = 0;
    for (const float value : row->values) squares += static_cast<double>(value) * value;
    const double norm = std::sqrt(squares);
    smallest = std::min(smallest, norm);
    largest = std::max(largest, norm);
    sum += norm;
    zero_rows += norm == 0 ? 1 : 0;
    last = row->word;
    if (rows++ == 0) first = last;
  }
  report_left_out(options.file, reader.left_out());
  const w2v::VectorFacts& facts = reader.facts();
  return fmt::format(
      "file     {}\n"
      "format   {}\n"
      "rows     {}\n"
      "dim      {}\n"
      "norms    {:.4g} to {:.4g}, mean {:.4g}; rows of zeros: {}\n"
      "words    {} ... {}\n",
      options.file, described(facts), rows, facts.dim, rows > 0 ? smallest : 0.0, largest,
      rows > 0 ? sum / static_cast<double>(rows) : 0.0, zero_rows, w2v::printable(first), w2v::printable(last));
}

void run(const Options& options) {
  w2v::File out = w2v::File::standard_output();
  out.write(options.file.empty() ? build_facts() + "\n" : file_facts(options));
}

}  // namespace

void add_info(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("info", "what a file of vectors is; without a file, how this program was built");
  command->add_option("file", options->file, "vectors, plain, compressed or in an archive; - for standard input")
      ->type_name("FILE");
  add_read_options(*command, options->read);
  command->callback([options] { run(*options); });
}

}  // namespace app
