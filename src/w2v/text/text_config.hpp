#pragma once

#include <string>

#include "w2v/text/normal_form.hpp"

namespace w2v {

enum class LetterCase { lower, keep };

enum class Numbers {
  keep,
  zero,   ///< every digit, of any script, becomes 0: 1999 and 2024 are 0000
  spell,  ///< the digits of a number one by one, in the locale's language: 42 is `four two`
};

enum class Punctuation {
  drop,   ///< with all symbols but emoji
  split,  ///< each character is a token
};

enum class Sentences {
  line,       ///< a line is a sentence
  paragraph,  ///< lines up to an empty one are a sentence
  icu,        ///< lines are cut where ICU finds the ends of sentences
};

/// How raw text becomes tokens.
struct TextConfig {
  NormalForm normalize = NormalForm::nfc;
  LetterCase letter_case = LetterCase::lower;
  Numbers numbers = Numbers::keep;
  Punctuation punctuation = Punctuation::drop;
  Sentences sentences = Sentences::line;
  bool strip_html = false;
  std::string locale;  ///< as `tr` or `zh-Hant`: lower case, boundaries and names of digits; empty: no language's own,
                       ///< English digits
  bool ascii_path = true;  ///< false: ICU looks at every character, for comparison

  /// Throws UsageError for a locale whose language is none.
  void validate() const;
};

}  // namespace w2v
