#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace w2v {

/// What an ASCII character is to Unicode's word boundaries (UAX #29, table 3).
enum AsciiClass : std::uint8_t {
  ascii_blank = 0,       // separators of tokens
  ascii_letter = 1,      // ALetter
  ascii_digit = 2,       // Numeric
  ascii_mid = 4,         // MidNumLet and Single_Quote: . and '
  ascii_mid_number = 8,  // MidNum: , and ;
  ascii_other = 16,      // stands alone
  // Left to ICU: all that is no ASCII, control characters, _, and : and @, whose classes depend on its version and the
  // locale.
  ascii_unknown = 32,
};

using AsciiClasses = std::array<std::uint8_t, 256>;

inline constexpr AsciiClasses ascii_classes = [] {
  AsciiClasses classes{};
  for (int c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    classes[c] = c == ' ' || (c >= '\t' && c <= '\r') || c == 0           ? ascii_blank
                 : letter                                                 ? ascii_letter
                 : c >= '0' && c <= '9'                                   ? ascii_digit
                 : c == '.' || c == '\''                                  ? ascii_mid
                 : c == ',' || c == ';'                                   ? ascii_mid_number
                 : c > ' ' && c < 127 && c != ':' && c != '_' && c != '@' ? ascii_other
                                                                          : ascii_unknown;
  }
  return classes;
}();

/// Splits text of known classes and without blanks by rules WB5 to WB12 of UAX #29, which is all that applies to it.
/// Calls on_word(std::string_view, bool is_number) and on_other(char).
template <class OnWord, class OnOther>
void split_ascii(std::string_view text, const AsciiClasses& classes, OnWord&& on_word, OnOther&& on_other) {
  const auto class_of = [&](std::size_t i) -> unsigned { return classes[static_cast<unsigned char>(text[i])]; };
  constexpr unsigned alphanumeric = ascii_letter | ascii_digit;
  for (std::size_t i = 0; i < text.size();) {
    unsigned before = class_of(i);
    if ((before & alphanumeric) == 0) {
      on_other(text[i++]);
      continue;
    }
    const std::size_t begin = i++;
    unsigned all = before;
    for (; i < text.size(); ++i) {
      const unsigned here = class_of(i);
      if ((here & alphanumeric) == 0) {
        // Inside a word . and ' stand between two letters, inside a number . ' , and ; between two digits.
        const bool may_join = here == ascii_mid || (here == ascii_mid_number && before == ascii_digit);
        if (!may_join || i + 1 == text.size() || class_of(i + 1) != before) break;
        continue;
      }
      before = here;
      all |= here;
    }
    on_word(text.substr(begin, i - begin), (all & ascii_letter) == 0);
  }
}

}  // namespace w2v
