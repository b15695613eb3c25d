#include "w2v/formats/csv_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "w2v/base/text.hpp"
#include "w2v/formats/text_format.hpp"

namespace w2v {
namespace {

constexpr char quote = '"';

/// Where a field that begins with a quote ends: behind the closing one; npos if there is none.
std::size_t behind_quotes(std::string_view bytes) {
  std::size_t place = bytes.find(quote, 1);
  while (place != std::string_view::npos && place + 1 < bytes.size() && bytes[place + 1] == quote) {
    place = bytes.find(quote, place + 2);
  }
  return place == std::string_view::npos ? place : place + 1;
}

constexpr std::string_view line_blanks = " \t";

/// A row that a reader could take for numbered columns: see detect_csv().
bool counts_up(std::span<const float> values) {
  float next = 0;
  return values.size() > 2 && std::ranges::all_of(values, [&](float value) { return value == next++; });
}

constexpr std::size_t most_records = 100;

struct SampleRecord {
  std::size_t end = 0;  ///< in the bytes looked at
  std::size_t fields = 0;
  bool has_word = false;      ///< the first field is not empty
  bool number_first = false;  ///< it is a number without quotes
  bool comma_number = false;  ///< is_decimal_comma()
  bool count_second = false;  ///< the second field is a whole number without sign
  bool numbers = false;       ///< the fields behind the first look like numbers
  bool counts_up = false;  ///< they are 0, 1, 2 and so on, three or more, and the first has no quotes: names of columns
};

/// A line of one number with a decimal comma behind a word, as `king 0,5`, if read as a record.
bool is_decimal_comma(std::string_view word, std::string_view second) {
  const std::size_t blank = word.find_last_of(" \t");
  if (blank == std::string_view::npos) return false;
  std::string_view whole = word.substr(blank + 1);
  if (whole.starts_with('-')) whole.remove_prefix(1);
  return parse_integer(whole) && parse_integer(second);
}

/// `text` is a record without its line end.
SampleRecord parse_record(std::string_view text, const CsvDialect& dialect) {
  SampleRecord record;
  std::string buffer;
  std::string_view word;
  record.numbers = true;
  record.counts_up = true;
  for (bool last = false; !last; ++record.fields) {
    const auto field = dialect.take_field(text, last);
    if (!field) return {};
    if (record.fields == 0) {
      word = *field;
      record.has_word = !dialect.text_of(word, buffer).empty();
      record.number_first = !dialect.is_quoted(word) && parse_float(trimmed(word, line_blanks));
      continue;
    }
    const std::string_view number = trimmed(dialect.text_of(*field, buffer), line_blanks);
    record.numbers = record.numbers && like_number(number);
    record.counts_up = record.counts_up && parse_integer(number) == record.fields - 1;
    if (record.fields > 1) continue;
    record.count_second = parse_integer(number).has_value();
    record.comma_number = !dialect.is_quoted(word) && is_decimal_comma(word, number);
  }
  record.counts_up = record.counts_up && record.fields > 3 && !dialect.is_quoted(word);
  return record;
}

/// The first records that are whole and not blank.
std::vector<SampleRecord> parse_records(std::string_view bytes, bool complete, const CsvDialect& dialect) {
  std::vector<SampleRecord> records;
  for (std::size_t begin = 0; begin < bytes.size() && records.size() < most_records;) {
    const LineEnd end = dialect.record_end(bytes.substr(begin));
    if (end.length == 0 && !complete) break;
    const std::string_view text = bytes.substr(begin, end.place);
    begin += end.place + end.length;
    if (text.find_first_not_of(line_blanks) == std::string_view::npos) continue;
    records.push_back(parse_record(text, dialect));
    records.back().end = begin;
  }
  return records;
}

/// The number of fields that most rows have; the larger where two are equally frequent. 0 if there are no rows.
std::size_t usual_fields(std::span<const SampleRecord> rows) {
  std::map<std::size_t, std::size_t> rows_by_fields;
  for (const SampleRecord& row : rows) {
    if (row.fields > 1 && row.numbers) ++rows_by_fields[row.fields];
  }
  std::size_t usual = 0;
  std::size_t most = 0;
  for (const auto& [fields, count] : rows_by_fields) {
    if (count < most) continue;
    usual = fields;
    most = count;
  }
  return 2 * most < rows.size() ? 0 : usual;
}

std::optional<CsvFacts> detect_csv(std::string_view bytes, bool complete, char separator) {
  const std::vector<SampleRecord> records = parse_records(bytes, complete, CsvDialect(separator));
  if (records.empty()) return std::nullopt;
  const SampleRecord& first = records.front();
  const bool has_heading = first.fields > 1 && (!first.numbers || !first.has_word || first.counts_up);
  const std::span<const SampleRecord> rows = std::span(records).subspan(has_heading ? 1 : 0);
  const std::size_t fields = usual_fields(rows);
  if (fields == 0 || (has_heading && first.fields != fields)) return std::nullopt;
  if (std::ranges::all_of(rows, &SampleRecord::number_first)) return std::nullopt;
  if (fields == 2 &&
      std::ranges::all_of(rows, separator == ',' ? &SampleRecord::comma_number : &SampleRecord::count_second))
    return std::nullopt;
  return CsvFacts{separator, has_heading, has_heading ? first.end : 0, fields - 1};
}

}  // namespace

LineEnd CsvDialect::record_end(std::string_view bytes) const {
  std::size_t place = 0;
  // Only the first field, the word, may hold a line end.
  if (separator_ == ',' && bytes.starts_with(quote)) place = behind_quotes(bytes);
  if (place == std::string_view::npos) return {bytes.size(), 0};
  return find_line_end(bytes, place);
}

std::optional<std::string_view> CsvDialect::take_field(std::string_view& record, bool& last) const {
  std::size_t end = 0;
  if (separator_ == ',' && record.starts_with(quote)) {
    end = behind_quotes(record);
    if (end == std::string_view::npos || (end < record.size() && record[end] != separator_)) return std::nullopt;
  } else {
    end = record.find(separator_);
  }
  last = end >= record.size();
  const std::string_view field = record.substr(0, end);
  record.remove_prefix(last ? record.size() : end + 1);
  return field;
}

bool CsvDialect::is_quoted(std::string_view field) const {
  if (separator_ == ',') return field.starts_with(quote);
  return field.size() > 2 && field.front() == quote && behind_quotes(field) == field.size();
}

std::string_view CsvDialect::text_of(std::string_view field, std::string& buffer) const {
  if (!is_quoted(field)) return field;
  field = field.substr(1, field.size() - 2);
  if (field.find(quote) == std::string_view::npos) return field;
  buffer.clear();
  for (std::size_t i = 0; i < field.size(); ++i) {
    buffer += field[i];
    if (field[i] == quote) ++i;
  }
  return buffer;
}

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

std::optional<CsvFacts> detect_csv(std::string_view bytes, bool complete) {
  const auto commas = detect_csv(bytes, complete, ',');
  return commas ? commas : detect_csv(bytes, complete, '\t');
}

}  // namespace w2v
