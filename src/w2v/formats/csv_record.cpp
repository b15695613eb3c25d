#include "w2v/formats/csv_record.hpp"

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

}  // namespace w2v
