#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "command_line/console.hpp"
#include "command_line/named_files.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "query/listed_words.hpp"
#include "query/query_options.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/vocabulary.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/vectors/row_reader.hpp"
#include "w2v/vectors/vector_writer.hpp"

namespace app {
namespace {

struct Options {
  std::string input;
  std::string output;
  std::string format;
  std::string words;
  bool normalize = false;
  w2v::ReadOptions read;
};

/// What became of rows that were read, but for those written.
struct Fates {
  std::uint64_t zero_rows = 0;
  std::map<std::string, std::uint64_t> unwritable;  // by reason
  std::string first;                                // the message of the first of them
};

/// Writes a row, or counts it where it cannot be written and `lenient`.
void write_row(w2v::VectorWriter& writer, const w2v::Row& row, const Options& options, Fates& fates) {
  try {
    if (!options.normalize) return writer.write(row.word, row.values);
    if (w2v::is_zero(row.values)) ++fates.zero_rows;
    writer.write(row.word, w2v::unit(row.values));
  } catch (const w2v::BadRow& fault) {
    if (!options.read.lenient) throw;
    if (fates.unwritable.empty()) fates.first = fault.what();
    ++fates.unwritable[fault.reason()];
  }
}

void report(const Options& options, const w2v::VectorWriter& writer, const Fates& fates, std::size_t dim,
            w2v::VectorFormat format) {
  report_left_out(options.output, fates.unwritable, fates.first);
  if (fates.zero_rows > 0) {
    console::warning(fmt::format("rows of zeros, which stay zeros: {}", w2v::format_count(fates.zero_rows)));
  }
  if (const std::optional<w2v::StorageLoss> loss = writer.loss()) {
    console::info(
        fmt::format("loss: relative error of a row {:.2e} in the mean, {:.2e} at most; mean cosine of old and new "
                    "row {:.8f}",
                    loss->mean_error, loss->largest_error, loss->mean_cosine),
        {{"mean_error", loss->mean_error}, {"largest_error", loss->largest_error}, {"mean_cosine", loss->mean_cosine}});
  }
  const std::string words = w2v::companion_path(options.output, format).value_or("");
  console::info(fmt::format("wrote {}{}{}: {} vectors of {} values",
                            options.output == "-" ? "standard output" : options.output, words.empty() ? "" : " and ",
                            words, w2v::format_count(writer.rows()), dim));
}

void run(const Options& options) {
  const w2v::VectorFormat format = output_format(options.format, options.output);
  const std::optional<std::string> companion = w2v::companion_path(options.output, format);
  check_files({{"INPUT", options.input}, {"--words", options.words}});
  // A file may be converted onto itself.
  check_files({{"--words", options.words}},
              {{"OUTPUT", options.output}, {"the words of OUTPUT", companion.value_or("")}});
  w2v::AtomicFile output(options.output);
  std::optional<w2v::AtomicFile> words_output;
  if (companion) words_output.emplace(*companion);
  std::optional<ListedWords> listed;
  if (!options.words.empty()) listed.emplace(options.words);
  w2v::RowReader reader = w2v::open_vectors(options.input, options.read);
  const std::size_t dim = reader.facts().dim;
  // The number of rows is not known: some may be left out.
  w2v::VectorWriter writer(std::move(output), format, std::nullopt, dim, std::move(words_output));
  Fates fates;
  while (const std::optional<w2v::Row> row = reader.next()) {
    if (console::interrupted()) throw w2v::Interrupted();
    if (listed && !listed->meet(row->word)) continue;
    if (row->word == w2v::sentence_end_word) {
      console::info("left out </s>, which is no word");
      continue;
    }
    write_row(writer, *row, options, fates);
  }
  report_left_out(options.input, reader.left_out());
  if (listed) listed->require_met(options.input);
  writer.commit();
  report(options, writer, fates, dim, format);
}

}  // namespace

void add_convert(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("convert", "write vectors in another format");
  command
      ->add_option("input", options->input,
                   "vectors: word2vec text or binary, text without a header (GloVe), float16, int8, CSV or TSV with or "
                   "without a "
                   "heading, .npy with its .words, or the projector's pair; plain, compressed or in an archive; - for "
                   "standard input")
      ->required()
      ->type_name("INPUT");
  command
      ->add_option("output", options->output,
                   "the file to write; - for standard output. Rows are kept in $TMPDIR until they are counted")
      ->required()
      ->type_name("OUTPUT");
  command
      ->add_option("--format", options->format,
                   "[by the ending: .bin .txt .vec .npy .csv .jsonl, .tsv projector, .f16 float16, .i8 int8]")
      ->check(CLI::IsMember(w2v::format_names()));
  command->add_option("--words", options->words, "only the words in this file, one a line, in the order of the vectors")
      ->type_name("FILE");
  command->add_flag("--normalize", options->normalize, "scale every row to length 1");
  add_read_options(*command, options->read, ", and those that the format cannot hold");
  command->callback([options] { run(*options); });
}

}  // namespace app
