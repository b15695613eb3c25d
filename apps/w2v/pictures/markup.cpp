#include "pictures/markup.hpp"

#include "w2v/base/utf8.hpp"

namespace app {
namespace {

bool in_xml(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0x110000 && (c < 0x7F || c > 0x9F) && (c < 0xD800 || c > 0xDFFF) && (c & 0xFFFEU) != 0xFFFE;
}

/// Advance widths of printable ASCII in DejaVu Sans, the widest of the usual fonts, by classes.
double ascii_width(char c) {
  constexpr std::string_view narrow = "ijl|!'.,:;I ";
  constexpr std::string_view slim = "frt()[]{}-/\\\"*`";
  constexpr std::string_view wide = "mwMW@%";
  if (narrow.find(c) != std::string_view::npos) return 0.36;
  if (slim.find(c) != std::string_view::npos) return 0.5;
  if (wide.find(c) != std::string_view::npos) return 1.02;
  return c >= 'A' && c <= 'Z' ? 0.79 : 0.65;
}

double character_width(char32_t c) {
  if (c < 0x80) return ascii_width(static_cast<char>(c));
  if ((c >= 0x300 && c < 0x370) || (c >= 0x200B && c <= 0x200F)) return 0;  // combining marks, invisible characters
  if (c < 0x1100) return 0.72;
  return c >= 0x1F000 && c < w2v::invalid_byte ? 1.4 : 1.05;
}

}  // namespace

std::string markup(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t c = w2v::take_character(text);
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += in_xml(c) ? before.substr(0, before.size() - text.size()) : w2v::replacement_character;
    }
  }
  return out;
}

std::string shortened(std::string_view word, std::size_t longest) {
  std::string_view rest = word;
  std::size_t kept = 0;  // bytes of all characters but the last that fits
  for (std::size_t characters = 1; !rest.empty(); ++characters) {
    if (characters > longest) return std::string(word.substr(0, kept)) + "\xE2\x80\xA6";
    w2v::take_character(rest);
    if (characters < longest) kept = word.size() - rest.size();
  }
  return std::string(word);
}

double text_width_in_ems(std::string_view text) {
  double width = 0;
  while (!text.empty()) width += character_width(w2v::take_character(text));
  return width;
}

std::string script_json(const nlohmann::ordered_json& json) {
  const std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "\\u003c";  // stands in strings only
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace app
