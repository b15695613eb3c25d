#include "w2v/vectors/vector_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/text.hpp"
#include "w2v/formats/row_parser.hpp"

namespace w2v {
namespace {

const char* name_of_byte(char byte) {
  switch (byte) {
    case ' ':
      return "blank";
    case '\t':
      return "tab";
    case '\n':
      return "line end";
    case '\v':
      return "\\v";
    case '\f':
      return "\\f";
    case '\r':
      return "carriage return";
    default:
      return "NUL";
  }
}

std::string names_of_bytes(std::string_view bytes) {
  std::string names;
  for (const char byte : bytes) names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of_byte(byte));
  return names;
}

}  // namespace

VectorWriter::VectorWriter(AtomicFile file, VectorFormat format, std::optional<std::uint64_t> rows, std::size_t dim,
                           std::optional<AtomicFile> words)
    : name_(file.name()),
      encoder_(make_encoder(format, dim)),
      promised_rows_(rows),
      dim_(dim),
      words_(std::move(words)) {
  if (companion_path(name_, format).has_value() != words_.has_value()) {
    throw Error(fmt::format("{}: the format {} needs {} file of words", name_, name_of(format), words_ ? "no" : "a"));
  }
  const std::optional<std::string> head = encoder_->head(rows.value_or(0));
  if (head && !rows) {
    counted_.emplace(std::move(file));
    return;
  }
  file_.emplace(std::move(file));
  if (head) file_->write(*head);
}

void VectorWriter::check(std::string_view word, std::span<const float> values) const {
  const auto place = [&] { return fmt::format("{}: cannot write row {}", name_, rows_ + 1); };
  if (word.empty()) throw BadRow(place(), "the word is empty", "expected at least one byte");
  const std::string_view forbidden = encoder_->forbidden();
  if (word.find_first_of(forbidden) != std::string_view::npos) {
    throw BadRow(place(), "the word holds a separator",
                 fmt::format("expected none of {}, found '{}'", names_of_bytes(forbidden), printable(word)));
  }
  if (values.size() != dim_) {
    throw Error(fmt::format("{}: '{}' has a row of another length: expected {} values, found {}", place(),
                            printable(word), dim_, values.size()));
  }
  const float largest = encoder_->largest_value();
  const auto too_large = std::ranges::find_if(values, [&](float value) { return std::abs(value) > largest; });
  if (too_large != values.end()) {
    throw BadRow(place(), "value too large",
                 fmt::format("expected at most {} in the row of '{}', found {}", largest, printable(word), *too_large));
  }
}

void VectorWriter::write(std::string_view word, std::span<const float> values) {
  check(word, values);
  encoder_->append(word, values, encoded_);
  ++rows_;
  if (file_) {
    file_->write(encoded_.rows);
  } else {
    counted_->write(encoded_.rows);
  }
  encoded_.rows.clear();
  if (encoded_.words.empty()) return;
  words_->write(encoded_.words);
  encoded_.words.clear();
}

void VectorWriter::commit() {
  AtomicFile& file = file_ ? *file_ : counted_->file();
  if (promised_rows_ && rows_ != *promised_rows_) {
    throw Error(fmt::format("{}: wrong number of rows: expected {}, found {}", name_, *promised_rows_, rows_));
  }
  if (counted_) counted_->finish(*encoder_->head(rows_));
  if (words_) {
    words_->prepare();
    file.prepare();
    words_->commit();
  }
  file.commit();
}

}  // namespace w2v
