#include "w2v/formats/text_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "w2v/base/lines.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

/// What parts the fields of a line. Other separators, such as \v, are left to words: files that have them
/// exist.
constexpr bool is_blank(char c) {
  return static_cast<unsigned char>(c) <= ' ' && (c == ' ' || c == '\t');  // mostly one comparison
}

std::string_view strip_end(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view strip(std::string_view text) {
  text = strip_end(text);
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

bool has_decimal_comma(std::string_view field) {
  std::string with_point(field);
  std::ranges::replace(with_point, ',', '.');
  return std::ranges::count(field, ',') == 1 && parse_float(with_point);
}

}  // namespace

std::string_view take_last_field(std::string_view& line) {
  line = strip_end(line);
  std::size_t begin = line.size();
  while (begin > 0 && !is_blank(line[begin - 1])) --begin;
  const std::string_view field = line.substr(begin);
  line = strip_end(line.substr(0, begin));
  return field;
}

std::size_t numbers_at_end(std::string_view line, bool meant) {
  line = strip(line);
  std::size_t numbers = 0;
  while (true) {
    const std::string_view field = take_last_field(line);
    if (line.empty() || !(meant ? like_number(field) : parse_float(field).has_value()))
      return numbers;  // nothing left: the field is the word
    ++numbers;
  }
}

TextRows::Line TextRows::peek_line() {
  const std::size_t longest = longest_word + 64 * values_.size();
  if (const auto found = in_.peek_line(longest)) return {*found, false};
  const std::string_view rest = in_.peek(1);
  if (rest.size() > longest) {
    throw Error(fmt::format("{}: row {} (byte {}): line too long: expected a word and {} numbers, found more than {}",
                            name(), rows() + 1, in_.offset(), values_.size(), format_bytes(longest)));
  }
  return {{rest, rest.size(), false}, true};
}

bool TextRows::at_end() {
  while (true) {
    const std::string_view next = in_.peek(1);
    if (next.empty()) return true;
    if (!is_blank(next.front()) && !is_line_end(next.front())) return false;
    const Line line = peek_line();
    if (!strip(line.text).empty()) return false;
    in_.consume(line.bytes);
  }
}

Row TextRows::read() {
  const Line line = peek_line();
  begin_row();
  in_.consume(line.bytes);  // what was seen stays valid until the next peek
  std::string_view rest = line.text;
  for (std::size_t i = values_.size(); i-- > 0;) {
    const std::string_view field = take_last_field(rest);
    const std::optional<float> value = parse_float(field);
    if (!value || !std::isfinite(*value)) refuse_field(line, field, i, rest);
    values_[i] = *value;
  }
  const std::string_view word = strip(rest);
  if (word.empty()) {
    if (!is_blank(line.text.front())) refuse_field(line, line.text, 0, {});  // the first number is the word
    throw BadRow(place(), "empty word", fmt::format("expected a word before {} numbers, found none", values_.size()));
  }
  return {word, values_};
}

void TextRows::refuse_field(const Line& line, std::string_view field, std::size_t place_in_row,
                            std::string_view before) const {
  const std::size_t dim = values_.size();
  const char* const at_end = line.last_and_open ? " at the end of the file" : "";
  if (before.empty()) {
    throw BadRow(place(), "too few numbers",
                 fmt::format("expected a word and {} numbers, found {}{}", dim, numbers_at_end(line.text),
                             line.ends_in_return ? " before a carriage return, which ends a line" : at_end));
  }
  for (std::size_t i = place_in_row; i-- > 0;) {
    const std::string_view next = take_last_field(before);
    if (before.empty()) break;  // it is the word
    const std::optional<float> value = parse_float(next);
    if (value && std::isfinite(*value)) continue;
    field = next;
    place_in_row = i;
  }
  throw bad_number(place(row_start_ + static_cast<std::uint64_t>(field.data() - line.text.data())), field, place_in_row,
                   dim, at_end);
}

std::optional<std::string> TextEncoder::head(std::uint64_t rows) const {
  if (!header_) return std::nullopt;
  return fmt::format("{} {}\n", rows, dim_);
}

void TextEncoder::append(std::string_view word, std::span<const float> values, EncodedRows& out) {
  out.rows += word;
  for (const float value : values) {
    out.rows += ' ';
    append_float(out.rows, value);
  }
  out.rows += '\n';
}

bool like_number(std::string_view field) {
  const bool digits = field.find_first_of("0123456789") != std::string_view::npos;
  if (digits && field.find_first_not_of("0123456789+-.,eE") == std::string_view::npos) return true;
  return parse_float(field).has_value();
}

BadRow bad_number(const std::string& place, std::string_view field, std::size_t i, std::size_t dim,
                  std::string_view where) {
  const bool is_number = parse_float(field).has_value();
  return {place, is_number ? "not finite" : "not a number",
          fmt::format("expected a {} as value {} of {}, found '{}'{}{}", is_number ? "finite number" : "number", i + 1,
                      dim, printable(field), has_decimal_comma(field) ? " with a decimal comma" : "", where)};
}

}  // namespace w2v
