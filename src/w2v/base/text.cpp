#include "w2v/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include "w2v/base/error.hpp"
#include "w2v/base/utf8.hpp"

namespace w2v {

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::vector<std::string_view> split(std::string_view text, std::string_view blanks) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(blanks, end);
  }
  return parts;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  return text;
}

std::string escaped(std::string_view text) {
  std::string field;
  for (const char c : text) {
    switch (c) {
      case '\t':
        field += "\\t";
        break;
      case '\n':
        field += "\\n";
        break;
      case '\r':
        field += "\\r";
        break;
      case '\\':
        field += "\\\\";
        break;
      default:
        field += c;
    }
  }
  return field;
}

std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char behind = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
    switch (behind) {
      case 't':
        plain += '\t';
        break;
      case 'n':
        plain += '\n';
        break;
      case 'r':
        plain += '\r';
        break;
      case '\\':
        plain += '\\';
        break;
      default:
        plain += text[i];
        continue;
    }
    ++i;
  }
  return plain;
}

std::optional<std::uint64_t> parse_integer(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::optional<float> parse_float(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const char* end = text.data() + text.size();
  float value = 0;
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (stop != end || fault == std::errc::invalid_argument) return std::nullopt;
  // std::from_chars leaves the value alone where it over- or underflows; strtof says what it becomes, with a point in
  // any locale.
  if (fault == std::errc::result_out_of_range) {
    static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
    return strtof_l(std::string(text).c_str(), nullptr, c_locale);
  }
  return value;
}

void append_float(std::string& out, float value) {
  std::array<char, 32> digits;
  const auto [end, fault] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  out.append(digits.data(), end);
}

std::uint64_t parse_size(std::string_view text) {
  const auto wrong = [&] {
    return UsageError(fmt::format("'{}' is not a size: expected a number and K, M, G or T, such as 4G", text));
  };
  std::string_view digits = text;
  if (digits.ends_with('B') || digits.ends_with('b')) digits.remove_suffix(1);
  if (digits.empty()) throw wrong();
  int shift = 0;
  switch (digits.back()) {
    case 'k':
    case 'K':
      shift = 10;
      break;
    case 'm':
    case 'M':
      shift = 20;
      break;
    case 'g':
    case 'G':
      shift = 30;
      break;
    case 't':
    case 'T':
      shift = 40;
      break;
    default:
      break;
  }
  if (shift != 0) digits.remove_suffix(1);
  double number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, number);
  const double bytes = std::ldexp(number, shift);
  if (fault != std::errc() || stop != end || !(bytes >= 0) || bytes > 1e18) throw wrong();
  return static_cast<std::uint64_t>(bytes);
}

double parse_duration(std::string_view text) {
  std::string_view digits = text;
  double unit = 1;
  bool has_unit = true;
  switch (text.empty() ? '\0' : text.back()) {
    case 's':
      break;
    case 'm':
      unit = 60;
      break;
    case 'h':
      unit = 3600;
      break;
    case 'd':
      unit = 86'400;
      break;
    default:
      has_unit = false;
      break;
  }
  if (has_unit) digits.remove_suffix(1);
  double number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, number);
  const double seconds = number * unit;
  if (fault != std::errc() || stop != end || !(seconds >= 0) || seconds > 1e9) {
    throw UsageError(fmt::format("'{}' is not a time: expected a number and s, m, h or d, such as 10m", text));
  }
  return seconds;
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array units{"KB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (size >= 1024 && unit + 1 < units.size()) {
    size /= 1024;
    ++unit;
  }
  return size < 100 ? fmt::format("{:.1f} {}", size, units[unit]) : fmt::format("{:.0f} {}", size, units[unit]);
}

std::string format_count(std::uint64_t count) {
  const std::string digits = std::to_string(count);
  std::string grouped;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) grouped += ',';
    grouped += digits[i];
  }
  return grouped;
}

std::string count_of(std::uint64_t count, std::string_view one, std::string_view more) {
  return fmt::format("{} {}", format_count(count), count == 1 ? one : more);
}

namespace {

/// Appends a text with \xNN for what terminals obey, but not for the bytes in `kept`: control bytes, C1 controls
/// (U+0080 to U+009F), and bytes of that range that are no part of UTF-8, which a terminal of 8 bits takes for the
/// same.
void append_shown(std::string& shown, std::string_view text, std::string_view kept) {
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t c = take_character(text);
    const std::string_view bytes = before.substr(0, before.size() - text.size());
    const char32_t value = c >= invalid_byte ? c - invalid_byte : c;
    const bool control = value < 0x20 || (value >= 0x7F && value < 0xA0);
    if (!control || kept.find(bytes) != std::string_view::npos) {
      shown += bytes;
      continue;
    }
    for (const char byte : bytes) {
      fmt::format_to(std::back_inserter(shown), "\\x{:02x}", static_cast<unsigned char>(byte));
    }
  }
}

}  // namespace

std::string printable_lines(std::string_view text) {
  std::string shown;
  append_shown(shown, text, "\t\n");
  return shown;
}

std::string printable(std::string_view text, std::size_t longest) {
  const bool cut = text.size() > longest;
  if (cut) {
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not inside a UTF-8 character
    text = text.substr(0, end == 0 ? longest : end);
  }
  std::string shown;
  append_shown(shown, text, "");
  if (cut) shown += "...";
  return shown;
}

}  // namespace w2v
