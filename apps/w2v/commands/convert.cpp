#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>

#include "commands/commands.hpp"
#include "commands/query_options.hpp"
#include "console.hpp"
#include "output_format.hpp"
#include "report_left_out.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/vocabulary.hpp"
#include "w2v/vectors/row_reader.hpp"
#include "w2v/vectors/vector_writer.hpp"

namespace commands {
namespace {

struct Options {
  std::string input;
  std::string output;
  std::string format;
  w2v::ReadOptions read;
};

void run(const Options& options) {
  const w2v::VectorFormat format = output_format(options.format, options.output);
  w2v::AtomicFile output(options.output);
  w2v::RowReader reader = w2v::open_vectors(options.input, options.read);
  // The number of rows is not known: some may be left out.
  w2v::VectorWriter writer(std::move(output), format, std::nullopt, reader.facts().dim);
  std::uint64_t rows = 0;
  while (const std::optional<w2v::Row> row = reader.next()) {
    if (console::interrupted()) throw w2v::Interrupted();
    if (row->word == w2v::sentence_end_word) {
      console::info("left out </s>, which is no word");
      continue;
    }
    writer.write(row->word, row->values);
    ++rows;
  }
  report_left_out(options.input, reader.left_out());
  writer.commit();
  console::info(fmt::format("wrote {} vectors of {} values", w2v::format_count(rows), reader.facts().dim));
}

}  // namespace

void add_convert(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("convert", "write vectors in another format");
  command->add_option("input", options->input,
                      "vectors: word2vec text or binary, or text without a header (GloVe); plain or compressed; - for "
                      "standard input")
      ->required()->type_name("INPUT");
  command->add_option("output", options->output, "the file to write; - for standard output")->required()->type_name("OUTPUT");
  command->add_option("--format", options->format, "text or binary; by the ending where not given (.txt and .vec: text)")
      ->check(CLI::IsMember({"text", "binary"}));
  add_read_options(*command, options->read);
  command->callback([options] { run(*options); });
}

}  // namespace commands
