#pragma once

#include <string>
#include <string_view>

namespace w2v {

/// Unicode's normalization forms (UAX #15).
enum class NormalForm {
  none,  ///< as it is
  nfc,   ///< é is one code point
  nfd,   ///< é is two code points, e and an accent
  nfkc,  ///< as nfc, and variants of characters are the usual ones: the ligature ﬁ is f and i, ² is 2
};

/// Brings a text into a form, in place.
void normalize(std::u16string& text, NormalForm form);

/// A UTF-8 text in a form; bytes that are no UTF-8 are left as they are, with the whole text.
std::string normalized(std::string_view text, NormalForm form);

/// True if two different UTF-8 texts look the same in print, or nearly so, by Unicode's list of confusable characters
/// (UTS #39): they differ in their form, in invisible characters, or in letters such as the Latin and the Cyrillic a.
/// False if both are ASCII: who reads them can tell them apart.
bool look_alike(std::string_view a, std::string_view b);

}  // namespace w2v
