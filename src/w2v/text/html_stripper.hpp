#pragma once

#include <string>
#include <string_view>

namespace w2v {

/// Makes plain text of HTML: tags, comments, scripts and style sheets vanish, character references are decoded. Tags
/// within a line of text (b, i, a, span ...) leave nothing behind, br a line end, all others an empty line. No parser:
/// what looks like a tag and never ends takes the rest of its file with it, as in browsers.
class HtmlStripper {
 public:
  /// Appends the plain text of the next piece of a file. A piece ends behind a blank or with the file.
  void append(std::string_view html, std::string& out);

  /// The next piece is the first of another file.
  void start_file() { *this = HtmlStripper(); }

 private:
  enum class Inside { text, tag, comment, raw };

  std::string_view append_text(std::string_view html, std::string& out);
  std::string_view skip_tag(std::string_view html, std::string& out);
  std::string_view skip_raw(std::string_view html);
  void end_tag(std::string& out);

  Inside inside_ = Inside::text;
  std::string tag_;      // its first bytes, in lower case
  char quote_ = 0;       // around an attribute's value; 0: none
  char last_ = 0;        // byte of the tag that is no blank
  std::string raw_end_;  // what ends a script
};

/// Decodes the character reference that a text begins with: `&amp;`, `&#233;`, `&#xE9;`. Appends the character and
/// returns the reference's length; 0 if it is none that is known (HTML 4's names for Latin-1, and some for
/// punctuation).
std::size_t append_reference(std::string_view text, std::string& out);

}  // namespace w2v
