#include "w2v/formats/detect_csv.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "w2v/base/text.hpp"
#include "w2v/formats/csv_record.hpp"
#include "w2v/formats/number_field.hpp"

namespace w2v {
namespace {

constexpr std::size_t most_records = 100;
constexpr std::string_view blanks = " \t";

struct Record {
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
Record parse(std::string_view text, const CsvDialect& dialect) {
  Record record;
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
      record.number_first = !dialect.is_quoted(word) && parse_float(trimmed(word, blanks));
      continue;
    }
    const std::string_view number = trimmed(dialect.text_of(*field, buffer), blanks);
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
std::vector<Record> parse_records(std::string_view bytes, bool complete, const CsvDialect& dialect) {
  std::vector<Record> records;
  for (std::size_t begin = 0; begin < bytes.size() && records.size() < most_records;) {
    const LineEnd end = dialect.record_end(bytes.substr(begin));
    if (end.length == 0 && !complete) break;
    const std::string_view text = bytes.substr(begin, end.place);
    begin += end.place + end.length;
    if (text.find_first_not_of(blanks) == std::string_view::npos) continue;
    records.push_back(parse(text, dialect));
    records.back().end = begin;
  }
  return records;
}

/// The number of fields that most rows have; the larger where two are equally frequent. 0 if there are no rows.
std::size_t usual_fields(std::span<const Record> rows) {
  std::map<std::size_t, std::size_t> rows_by_fields;
  for (const Record& row : rows) {
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
  const std::vector<Record> records = parse_records(bytes, complete, CsvDialect(separator));
  if (records.empty()) return std::nullopt;
  const Record& first = records.front();
  const bool has_heading = first.fields > 1 && (!first.numbers || !first.has_word || first.counts_up);
  const std::span<const Record> rows = std::span(records).subspan(has_heading ? 1 : 0);
  const std::size_t fields = usual_fields(rows);
  if (fields == 0 || (has_heading && first.fields != fields)) return std::nullopt;
  if (std::ranges::all_of(rows, &Record::number_first)) return std::nullopt;
  if (fields == 2 && std::ranges::all_of(rows, separator == ',' ? &Record::comma_number : &Record::count_second))
    return std::nullopt;
  return CsvFacts{separator, has_heading, has_heading ? first.end : 0, fields - 1};
}

}  // namespace

std::optional<CsvFacts> detect_csv(std::string_view bytes, bool complete) {
  const auto commas = detect_csv(bytes, complete, ',');
  return commas ? commas : detect_csv(bytes, complete, '\t');
}

}  // namespace w2v
