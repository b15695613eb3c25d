#include "w2v/formats/csv_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "w2v/base/text.hpp"
#include "w2v/formats/number_field.hpp"

namespace w2v {
namespace {

constexpr std::string_view line_blanks = " \t";

/// A row that a reader could take for numbered columns: see detect_csv().
bool counts_up(std::span<const float> values) {
  float next = 0;
  return values.size() > 2 && std::ranges::all_of(values, [&](float value) { return value == next++; });
}

}  // namespace

CsvRows::Record CsvRows::peek_record() {
  const std::size_t longest = 2 * longest_word + 64 * values_.size();
  for (std::size_t wanted = 1;;) {
    const std::string_view bytes = in_.peek(wanted);
    // The `\n` of a `\r\n` may not be in the buffer yet: then it is a blank line, which is no row.
    if (const LineEnd end = dialect_.record_end(bytes); end.length > 0)
      return {bytes.substr(0, end.place), end.place + end.length, true};
    const LineEnd line = find_line_end(bytes);
    const bool at_end = bytes.size() < wanted;
    if (line.length == 0) {
      if (at_end) return {bytes, bytes.size(), true};
      if (bytes.size() > longest) {
        throw Error(
            fmt::format("{}: row {} (byte {}): line too long: expected a word and {} numbers, found more than {}",
                        name(), rows() + 1, in_.offset(), values_.size(), format_bytes(longest)));
      }
    } else if (at_end || bytes.size() > longest) {
      return {bytes.substr(0, line.place), line.place + line.length, false};
    }
    wanted = std::max<std::size_t>(2 * bytes.size(), 2);
  }
}

bool CsvRows::at_end() {
  while (true) {
    const std::string_view next = in_.peek(1);
    if (next.empty()) return true;
    if (!is_line_end(next.front()) && line_blanks.find(next.front()) == std::string_view::npos) return false;
    const Record record = peek_record();
    if (record.text.find_first_not_of(line_blanks) != std::string_view::npos) return false;
    in_.consume(record.bytes);
  }
}

Row CsvRows::read() {
  const Record record = peek_record();
  begin_row();
  in_.consume(record.bytes);  // what was seen stays valid until the next peek
  const std::size_t dim = values_.size();
  const auto unclosed = [&] {
    return BadRow(place(), "quotes without an end", "expected a closing quote before a separator or line end");
  };
  if (!record.closed) throw unclosed();
  std::string_view rest = record.text;
  bool last = false;
  const auto word = dialect_.take_field(rest, last);
  if (!word) throw unclosed();
  std::size_t found = 0;
  while (!last) {
    const char* begin = rest.data();
    const auto field = dialect_.take_field(rest, last);
    if (!field) throw unclosed();
    if (found < dim) {
      const std::string_view text = trimmed(dialect_.text_of(*field, number_), line_blanks);
      const std::optional<float> value = parse_float(text);
      if (!value || !std::isfinite(*value)) {
        throw bad_number(place(row_start_ + static_cast<std::uint64_t>(begin - record.text.data())), text, found, dim);
      }
      values_[found] = *value;
    }
    ++found;
  }
  if (found != dim) {
    throw BadRow(place(), found < dim ? "too few numbers" : "too many numbers",
                 fmt::format("expected a word and {} numbers, found {}", dim, found));
  }
  const std::string_view text = dialect_.text_of(*word, word_);
  if (text.empty())
    throw BadRow(place(), "empty word", fmt::format("expected a word before {} numbers, found none", dim));
  if (text.size() > longest_word) {
    throw BadRow(place(), "word too long",
                 fmt::format("expected at most {}, found {}", format_bytes(longest_word), format_bytes(text.size())));
  }
  return {text, values_};
}

void CsvEncoder::append(std::string_view word, std::span<const float> values, EncodedRows& out) {
  std::string& line = out.rows;
  const bool plain = word.find_first_of(",\"\r\n") == std::string_view::npos &&
                     without_byte_order_mark(word).size() == word.size() && !parse_float(word) && !counts_up(values);
  if (plain) {
    line += word;
  } else {
    line += '"';
    for (const char byte : word) {
      if (byte == '"') line += '"';
      line += byte;
    }
    line += '"';
  }
  for (const float value : values) {
    line += ',';
    append_float(line, value);
  }
  line += '\n';
}

}  // namespace w2v
