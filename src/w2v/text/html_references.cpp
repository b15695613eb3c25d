#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "w2v/base/text.hpp"
#include "w2v/base/utf8.hpp"
#include "w2v/text/html_stripper.hpp"

namespace w2v {
namespace {

/// HTML 4's names of U+00A0 to U+00FF, in order.
constexpr std::string_view latin1_names =
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute "
    "micro para "
    "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil "
    "Egrave Eacute "
    "Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc "
    "Uuml "
    "Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute "
    "icirc iuml "
    "eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

std::unordered_map<std::string_view, char32_t> all_names() {
  std::unordered_map<std::string_view, char32_t> names{
      {"amp", '&'},      {"lt", '<'},        {"gt", '>'},        {"quot", '"'},      {"apos", '\''},
      {"ndash", 0x2013}, {"mdash", 0x2014},  {"lsquo", 0x2018},  {"rsquo", 0x2019},  {"sbquo", 0x201A},
      {"ldquo", 0x201C}, {"rdquo", 0x201D},  {"bdquo", 0x201E},  {"bull", 0x2022},   {"hellip", 0x2026},
      {"prime", 0x2032}, {"lsaquo", 0x2039}, {"rsaquo", 0x203A}, {"euro", 0x20AC},   {"trade", 0x2122},
      {"minus", 0x2212}, {"ensp", 0x2002},   {"emsp", 0x2003},   {"thinsp", 0x2009}, {"zwnj", 0x200C},
      {"zwj", 0x200D},   {"OElig", 0x152},   {"oelig", 0x153},   {"Scaron", 0x160},  {"scaron", 0x161}};
  char32_t c = 0xA0;
  for (const std::string_view name : split(latin1_names)) names.emplace(name, c++);
  return names;
}

std::optional<char32_t> by_number(std::string_view digits) {
  const bool hexadecimal = digits.starts_with('x') || digits.starts_with('X');
  if (hexadecimal) digits.remove_prefix(1);
  if (digits.empty()) return std::nullopt;
  char32_t number = 0;
  for (const char c : digits) {
    const int digit = c >= '0' && c <= '9'                  ? c - '0'
                      : hexadecimal && c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : hexadecimal && c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                            : -1;
    if (digit < 0) return std::nullopt;
    number = number * (hexadecimal ? 16 : 10) + static_cast<char32_t>(digit);
    if (number > 0x10FFFF) return 0xFFFD;
  }
  return number == 0 || (number >= 0xD800 && number <= 0xDFFF) ? 0xFFFD : number;
}

}  // namespace

std::size_t append_reference(std::string_view text, std::string& out) {
  static const std::unordered_map<std::string_view, char32_t> names = all_names();
  constexpr std::size_t longest = 12;
  const std::size_t end = text.substr(0, longest).find(';');
  if (end == text.npos || end < 2) return 0;
  const std::string_view name = text.substr(1, end - 1);
  std::optional<char32_t> c;
  if (name.starts_with('#')) {
    c = by_number(name.substr(1));
  } else if (const auto found = names.find(name); found != names.end()) {
    c = found->second;
  }
  if (!c) return 0;
  append_character(out, *c);
  return end + 1;
}

}  // namespace w2v
