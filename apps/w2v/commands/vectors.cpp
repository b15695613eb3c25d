#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command_line/console.hpp"
#include "command_line/named_files.hpp"
#include "command_line/vector_files.hpp"
#include "commands/commands.hpp"
#include "query/query_options.hpp"
#include "query/word_lookup.hpp"
#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/formats/row_encoder.hpp"
#include "w2v/io/buffered_reader.hpp"
#include "w2v/io/file.hpp"

namespace app {
namespace {

constexpr int unknown_word = 3;

struct Options {
  std::string model;
  w2v::ReadOptions read;
  std::vector<std::string> words;
  bool ngrams = false;
};

/// Prints vectors, or n-grams, word by word.
class VectorPrinter {
 public:
  explicit VectorPrinter(const Options& options)
      : options_(options),
        path_(model_path(options.model)),
        vectors_(load_model(path_, options.read).vectors),
        encoder_(w2v::make_encoder(w2v::VectorFormat::glove, vectors_.dim())),
        out_(w2v::File::standard_output()) {
    if (options.ngrams && vectors_.ngrams() == nullptr) {
      throw w2v::UsageError(fmt::format(
          "--ngrams: {} has no n-grams: expected a fastText model, such as w2v train --subwords 3-6 --format fasttext "
          "writes",
          path_));
    }
  }

  void print(const std::string& word) {
    if (options_.ngrams) {
      print_ngrams(word);
    } else {
      print_vector(word);
    }
  }
  void flush() {
    out_.write(lines_.rows);
    lines_.rows.clear();
  }
  [[nodiscard]] int exit_code() const { return unknown_ ? unknown_word : 0; }

 private:
  void print_vector(const std::string& word) {
    std::optional<std::uint32_t> found = find_word(vectors_, word);
    if (!found) {
      found = vectors_.compose(word);
      if (found) console::info(made_of_ngrams(word));
    }
    if (!found) {
      unknown_ = true;
      console::error(unknown_word_message(vectors_, path_, word));
      return;
    }
    encoder_->append(word, vectors_.row(*found), lines_);
    vectors_.forget_composed();
  }

  /// Tab-separated: the word, an n-gram, its bucket and the length of its row.
  void print_ngrams(const std::string& word) {
    const w2v::FastTextModel& model = *vectors_.ngrams();
    std::vector<float> row(vectors_.dim());
    w2v::for_each_ngram(word, model.lengths(), [&](std::string_view ngram) {
      const std::uint32_t bucket = model.ngram_row(ngram, row);
      double squares = 0;
      for (const float value : row) squares += double{value} * value;
      lines_.rows +=
          fmt::format("{}\t{}\t{}\t{:.6f}\n", w2v::escaped(word), w2v::escaped(ngram), bucket, std::sqrt(squares));
    });
  }

  const Options& options_;
  std::string path_;
  w2v::WordVectors vectors_;
  std::unique_ptr<w2v::RowEncoder> encoder_;
  w2v::EncodedRows lines_;
  w2v::File out_;
  bool unknown_ = false;
};

int run(const Options& options) {
  check_files({{"the words", options.words.empty() ? "-" : ""}, model_input(options.model)});
  VectorPrinter printer(options);
  for (const std::string& word : options.words) printer.print(word);
  if (options.words.empty()) {
    w2v::BufferedReader lines(w2v::open_source("-"));
    for (bool first = true; const std::optional<std::string_view> line = lines.line(); first = false) {
      if (console::interrupted()) throw w2v::Interrupted();
      const std::string_view word = w2v::trimmed(first ? w2v::without_byte_order_mark(*line) : *line);
      if (!word.empty()) printer.print(std::string(word));
      if (!lines.line_is_there()) printer.flush();
    }
  }
  printer.flush();
  return printer.exit_code();
}

}  // namespace

void add_vectors(CLI::App& program, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand(
      "vectors", "the vectors of words as text; of unknown words from their n-grams, where the model has them");
  command
      ->add_option("words", options->words,
                   "words, behind -- if one begins with -; without any, one a line from "
                   "standard input")
      ->type_name("WORD");
  add_model_option(*command, options->model);
  command->add_flag(
      "--ngrams", options->ngrams,
      "print the n-grams of each word instead: word, n-gram, bucket, length of its row, with tabs between "
      "them");
  add_no_subwords_option(*command, options->read);
  add_read_options(*command, options->read);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace app
