#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/query_options.hpp"
#include "console.hpp"
#include "output_format.hpp"
#include "report_left_out.hpp"
#include "standard_input.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/corpus/vocabulary.hpp"
#include "w2v/io/byte_source.hpp"
#include "w2v/query/similarity.hpp"
#include "w2v/vectors/row_reader.hpp"
#include "w2v/vectors/vector_writer.hpp"

namespace commands {
namespace {

struct Options {
  std::string input;
  std::string output;
  std::string format;
  std::string words;
  bool normalize = false;
  w2v::ReadOptions read;
};

/// The words of a list, one a line, and which of them have been met.
class WordFilter {
 public:
  explicit WordFilter(const std::string& path) : path_(path) {
    w2v::BufferedReader lines(w2v::open_source(path));
    while (const std::optional<std::string_view> line = lines.line()) {
      if (!line->empty()) words_.add(*line);
    }
    met_.resize(words_.size());
  }

  bool takes(std::string_view word) {
    const std::optional<std::uint32_t> place = words_.find(word);
    if (place) met_[*place] = true;
    return place.has_value();
  }

  void report_missing() const {
    constexpr std::size_t most_named = 5;
    std::size_t missing = 0;
    std::string named;
    for (std::size_t i = 0; i < met_.size(); ++i) {
      if (met_[i] || ++missing > most_named) continue;
      named += fmt::format("{}'{}'", named.empty() ? "" : ", ", w2v::printable(words_.words()[i]));
    }
    if (missing == 0) return;
    console::warning(fmt::format("{}: words without a vector: {} of {}: {}{}", path_, w2v::format_count(missing),
                                 w2v::format_count(met_.size()), named, missing > most_named ? ", ..." : ""));
  }

 private:
  std::string path_;
  w2v::WordSet words_;
  std::vector<bool> met_;
};

/// What became of rows that were read, but for those written.
struct Fates {
  std::uint64_t zero_rows = 0;
  std::map<std::string, std::uint64_t> unwritable;  // by reason
  std::string first;                                // the message of the first of them
};

bool is_zero(std::span<const float> row) {
  return std::all_of(row.begin(), row.end(), [](float value) { return value == 0; });
}

/// Writes a row, or counts it where it cannot be written and `lenient`.
void write_row(w2v::VectorWriter& writer, const w2v::Row& row, const Options& options, Fates& fates) {
  try {
    if (!options.normalize) return writer.write(row.word, row.values);
    if (is_zero(row.values)) ++fates.zero_rows;
    writer.write(row.word, w2v::unit(row.values));
  } catch (const w2v::BadRow& fault) {
    if (!options.read.lenient) throw;
    if (fates.unwritable.empty()) fates.first = fault.what();
    ++fates.unwritable[fault.reason()];
  }
}

void report(const Options& options, const w2v::VectorWriter& writer, const Fates& fates, std::size_t dim) {
  for (const auto& [reason, rows] : fates.unwritable) {
    console::warning(fmt::format("{}: rows left out: {}: {}", options.output, w2v::format_count(rows), reason));
  }
  if (!fates.first.empty()) console::warning("the first of them: " + fates.first);
  if (fates.zero_rows > 0) {
    console::warning(fmt::format("rows of zeros, which stay zeros: {}", w2v::format_count(fates.zero_rows)));
  }
  if (const std::optional<w2v::StorageLoss> loss = writer.loss()) {
    console::info(fmt::format("loss: relative error of a row {:.2e} in the mean, {:.2e} at most; mean cosine of old and new "
                              "row {:.8f}",
                              loss->mean_error, loss->largest_error, loss->mean_cosine),
                  {{"mean_error", loss->mean_error},
                   {"largest_error", loss->largest_error},
                   {"mean_cosine", loss->mean_cosine}});
  }
  console::info(fmt::format("wrote {} vectors of {} values", w2v::format_count(writer.rows()), dim));
}

void run(const Options& options) {
  check_standard_input({{"INPUT", options.input}, {"--words", options.words}});
  const w2v::VectorFormat format = output_format(options.format, options.output);
  const std::optional<std::string> companion = w2v::companion_path(options.output, format);
  w2v::AtomicFile output(options.output);
  std::optional<w2v::AtomicFile> words_output;
  if (companion) words_output.emplace(*companion);
  std::optional<WordFilter> filter;
  if (!options.words.empty()) filter.emplace(options.words);
  w2v::RowReader reader = w2v::open_vectors(options.input, options.read);
  const std::size_t dim = reader.facts().dim;
  // The number of rows is not known: some may be left out.
  w2v::VectorWriter writer(std::move(output), format, std::nullopt, dim, std::move(words_output));
  Fates fates;
  while (const std::optional<w2v::Row> row = reader.next()) {
    if (console::interrupted()) throw w2v::Interrupted();
    if (filter && !filter->takes(row->word)) continue;
    if (row->word == w2v::sentence_end_word) {
      console::info("left out </s>, which is no word");
      continue;
    }
    write_row(writer, *row, options, fates);
  }
  report_left_out(options.input, reader.left_out());
  if (filter) filter->report_missing();
  writer.commit();
  report(options, writer, fates, dim);
}

}  // namespace

void add_convert(CLI::App& program, int& /*exit_code*/) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("convert", "write vectors in another format");
  command->add_option("input", options->input,
                      "vectors: word2vec text or binary, text without a header (GloVe), float16, int8, or .npy with its .vocab; "
                      "plain or compressed; - for standard input")
      ->required()->type_name("INPUT");
  command->add_option("output", options->output, "the file to write; - for standard output")->required()->type_name("OUTPUT");
  command->add_option("--format", options->format,
                      w2v::format_names() + " [by the ending: .bin .txt .vec .npy .csv .jsonl, .tsv projector, .f16 float16, "
                                            ".i8 int8]");
  command->add_option("--words", options->words, "only the words in this file, one a line, in the order of the vectors");
  command->add_flag("--normalize", options->normalize, "scale every row to length 1");
  add_read_options(*command, options->read);
  command->callback([options] { run(*options); });
}

}  // namespace commands
