#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "w2v/formats/detect.hpp"
#include "w2v/formats/fasttext_model.hpp"
#include "w2v/formats/row_parser.hpp"
#include "w2v/vectors/word_set.hpp"

namespace w2v {

struct ReadOptions {
  /// Take the rows that are right, leave out and count the others, do not insist on the header's row count.
  bool lenient = false;
  /// Refuse a file in which a word stands in several rows, instead of taking the first of them and counting the others.
  bool strict = false;
  /// Give this many rows and look at none behind them: what is wrong there is no error.
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  /// The name of the file in an archive; empty: its only one.
  std::string member = {};
  /// load_vectors() only: a mapped file's values and words are checked when they are used, not when it is opened. For
  /// those who ask a single question; row_data() may then show NaN.
  bool lazy = false;
  /// load_vectors() only: unknown words have no vectors, whatever n-grams the file has.
  bool no_ngrams = false;
  /// load_vectors() only: if the system refuses to map a plain file, throw Error instead of reading it into memory.
  bool mapped = false;
};

/// What a reader did not give: rows whose word stands in an earlier one, unless strict; if lenient, whatever is wrong.
struct LeftOut {
  std::uint64_t rows = 0;                        ///< rows that were skipped
  std::map<std::string, std::uint64_t> reasons;  ///< the same by reason: "duplicate word", "not finite", ...
  std::string first;                             ///< the message of the first of them
  std::string stopped;                           ///< message of the fault that ended reading early, or empty
  std::uint64_t missing = 0;                     ///< rows that the header promises and the file has not

  void add(const BadRow& row);
  [[nodiscard]] bool any() const { return rows != 0 || missing != 0 || !stopped.empty(); }
};

/// Vectors read row by row: what loads files and what converts them. Holds one row of numbers, and all words:
/// where a word stands in several rows, the first counts.
class RowReader {
 public:
  /// `model`: that the rows are of, where the file is one of fastText.
  RowReader(std::unique_ptr<RowParser> parser, const VectorFacts& facts, const ReadOptions& options,
            std::shared_ptr<const FastTextModel> model = nullptr)
      : parser_(std::move(parser)), facts_(facts), options_(options), model_(std::move(model)) {}

  /// The next row, valid until the next call; nothing at the end or after `limit` rows.
  ///
  /// Every value is finite, every word is new and not empty. Throws Damage, unless lenient, that names the
  /// file, the row (from 1) and the byte (from 0, of the unpacked stream) of the fault: of the number that is
  /// wrong, else of the row's begin. Throws Error, if strict, for a word that stands in an earlier row.
  std::optional<Row> next();

  [[nodiscard]] const VectorFacts& facts() const { return facts_; }
  /// The fastText model that the rows are of; null for any other file.
  [[nodiscard]] const std::shared_ptr<const FastTextModel>& model() const { return model_; }
  /// Counts so far.
  [[nodiscard]] const LeftOut& left_out() const { return left_out_; }
  /// The words given so far, in order.
  [[nodiscard]] const WordSet& words() const { return words_; }
  /// Takes the words out of a reader that is not needed any more.
  WordSet take_words() && { return std::move(words_); }

 private:
  bool at_end();

  std::unique_ptr<RowParser> parser_;
  VectorFacts facts_;
  ReadOptions options_;
  std::shared_ptr<const FastTextModel> model_;
  WordSet words_;
  LeftOut left_out_;
  bool ended_ = false;
};

/// Opens a file, or standard input for "-", plain, compressed or in an archive, and finds its format by its bytes.
/// Throws Error.
RowReader open_vectors(const std::string& path, const ReadOptions& options = {});

}  // namespace w2v
