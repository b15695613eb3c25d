#include "w2v/text/html_stripper.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "w2v/base/letter_case.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

constexpr std::size_t longest_name = 12;  // of a tag that is told from others

constexpr std::array<std::string_view, 37> inline_tags{
    "a",      "abbr", "acronym", "b",   "bdi", "bdo",  "big",  "cite",  "code", "del",  "dfn",   "em",   "font",
    "i",      "img",  "input",   "ins", "kbd", "mark", "nobr", "q",     "s",    "samp", "small", "span", "strike",
    "strong", "sub",  "sup",     "tt",  "u",   "var",  "wbr",  "label", "time", "data", "ruby"};

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

void HtmlStripper::append(std::string_view html, std::string& out) {
  while (!html.empty()) {
    switch (inside_) {
      case Inside::text:
        html = append_text(html, out);
        break;
      case Inside::tag:
        html = skip_tag(html, out);
        break;
      case Inside::comment: {
        const std::size_t end = html.find("-->");
        if (end != html.npos) inside_ = Inside::text;
        html = end == html.npos ? std::string_view() : html.substr(end + 3);
        break;
      }
      case Inside::raw:
        html = skip_raw(html);
        break;
    }
  }
}

std::string_view HtmlStripper::append_text(std::string_view html, std::string& out) {
  const std::size_t mark = std::min(html.find_first_of("<&"), html.size());
  out.append(html.substr(0, mark));
  html.remove_prefix(mark);
  if (html.empty()) return html;
  if (html[0] == '&') {
    const std::size_t length = append_reference(html, out);
    if (length == 0) out += '&';
    return html.substr(std::max<std::size_t>(length, 1));
  }
  if (html.starts_with("<!--")) {
    inside_ = Inside::comment;
    return html.substr(4);
  }
  const char next = html.size() > 1 ? html[1] : '\0';
  if (is_letter(next) || next == '/' || next == '!' || next == '?') {
    inside_ = Inside::tag;
    tag_.clear();
    quote_ = last_ = 0;
  } else {
    out += '<';
  }
  return html.substr(1);
}

std::string_view HtmlStripper::skip_tag(std::string_view html, std::string& out) {
  for (std::size_t i = 0; i < html.size(); ++i) {
    const char c = html[i];
    if (tag_.size() <= longest_name) tag_ += ascii_lower(c);
    if (quote_ != 0) {
      if (c == quote_) quote_ = 0;
    } else if (c == '>') {
      end_tag(out);
      return html.substr(i + 1);
    } else if ((c == '"' || c == '\'') && last_ == '=') {
      quote_ = c;
    }
    if (!is_separator(c)) last_ = c;
  }
  return {};
}

void HtmlStripper::end_tag(std::string& out) {
  inside_ = Inside::text;
  const bool closes = tag_.starts_with('/');
  const std::string_view name =
      std::string_view(tag_)
          .substr(closes ? 1 : 0)
          .substr(0, std::min(tag_.find_first_of(" \t\n\r\f/>", 1), tag_.size()) - (closes ? 1 : 0));
  if (name.starts_with('!') || name.starts_with('?') || std::ranges::find(inline_tags, name) != inline_tags.end())
    return;
  out += name == "br" ? "\n" : "\n\n";
  if (!closes && (name == "script" || name == "style")) {
    inside_ = Inside::raw;
    raw_end_ = "</" + std::string(name);
  }
}

std::string_view HtmlStripper::skip_raw(std::string_view html) {
  const auto end = std::search(html.begin(), html.end(), raw_end_.begin(), raw_end_.end(),
                               [](char a, char b) { return ascii_lower(a) == b; });
  if (end == html.end()) return {};
  inside_ = Inside::tag;
  tag_.clear();
  quote_ = last_ = 0;
  return html.substr(static_cast<std::size_t>(end - html.begin()) + 1);
}

}  // namespace w2v
