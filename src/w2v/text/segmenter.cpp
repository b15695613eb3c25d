#include "w2v/text/segmenter.hpp"

#include <fmt/format.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/unum.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

#include <array>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/letter_case.hpp"
#include "w2v/base/text.hpp"
#include "w2v/text/ascii_words.hpp"
#include "w2v/text/utf16.hpp"

namespace w2v {
namespace {

void check(UErrorCode status, const char* what) {
  if (U_FAILURE(status) != 0) throw Error(fmt::format("ICU: {}: {}", what, u_errorName(status)));
}

std::string canonical(const std::string& locale) {
  std::array<char, ULOC_FULLNAME_CAPACITY> name{};
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t length = uloc_canonicalize(locale.c_str(), name.data(), name.size(), &status);
  if (U_FAILURE(status) != 0 || length >= static_cast<std::int32_t>(name.size())) return {};
  return {name.data(), static_cast<std::size_t>(length)};
}

/// The locale with ICU's list of abbreviations that end no sentence, where there is one.
std::string with_abbreviations(const std::string& locale) {
  std::array<char, ULOC_FULLNAME_CAPACITY> name{};
  locale.copy(name.data(), name.size() - 1);
  UErrorCode status = U_ZERO_ERROR;
  uloc_setKeywordValue("ss", "standard", name.data(), name.size(), &status);
  return U_FAILURE(status) != 0 ? locale : name.data();
}

struct CloseIterator {
  void operator()(UBreakIterator* iterator) const { ubrk_close(iterator); }
};
using Iterator = std::unique_ptr<UBreakIterator, CloseIterator>;

Iterator open_iterator(UBreakIteratorType type, const std::string& locale) {
  UErrorCode status = U_ZERO_ERROR;
  Iterator iterator(ubrk_open(type, locale.c_str(), nullptr, 0, &status));
  check(status, "cannot find boundaries");
  return iterator;
}

void append_character(std::u16string& out, UChar32 c) {
  if (c > 0xFFFF) out += U16_LEAD(c);
  out += c > 0xFFFF ? U16_TRAIL(c) : static_cast<char16_t>(c);
}

UChar32 first_character(std::u16string_view text) {
  UChar32 c = 0;
  U16_GET(text.data(), 0, 0, static_cast<std::int32_t>(text.size()), c);
  return c;
}

/// Shown as a picture: by itself, or by a variation selector behind it.
bool is_emoji(std::u16string_view token) {
  return u_hasBinaryProperty(first_character(token), UCHAR_EMOJI_PRESENTATION) != 0 ||
         token.find(u'\uFE0F') != token.npos;
}

bool is_invisible(UChar32 c) {
  constexpr std::uint32_t kinds = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_Z_MASK;
  return u_isUWhiteSpace(c) != 0 || (U_MASK(u_charType(c)) & kinds) != 0;
}

/// ICU counts words that end in digits among numbers: `b2`.
bool has_letter(std::u16string_view token) {
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(token.size());) {
    UChar32 c = 0;
    U16_NEXT(token.data(), i, static_cast<std::int32_t>(token.size()), c);
    if (u_isalpha(c) != 0) return true;
  }
  return false;
}

std::array<std::string, 10> names_of_digits(const std::string& locale) {
  UErrorCode status = U_ZERO_ERROR;
  UNumberFormat* format =
      unum_open(UNUM_SPELLOUT, nullptr, 0, locale.empty() ? "en" : locale.c_str(), nullptr, &status);
  check(status, "cannot spell numbers");
  std::array<std::string, 10> names;
  for (int digit = 0; digit < 10; ++digit) {
    std::array<UChar, 100> name{};
    const std::int32_t length = unum_format(format, digit, name.data(), name.size(), nullptr, &status);
    std::u16string visible;
    for (std::int32_t i = 0; i < length && U_SUCCESS(status) != 0;) {
      UChar32 c = 0;
      U16_NEXT(name.data(), i, length, c);
      if (!is_invisible(c)) append_character(visible, c);
    }
    append_utf8(visible, names[static_cast<std::size_t>(digit)]);
  }
  unum_close(format);
  check(status, "cannot spell numbers");
  return names;
}

}  // namespace

void TextConfig::validate() const {
  const std::string name = canonical(locale);
  const bool known = locale.empty() || (!name.empty() && *uloc_getISO3Language(name.c_str()) != '\0');
  if (known) return;
  throw UsageError(fmt::format("no locale '{}': expected a language such as en, tr or zh-Hant", printable(locale)));
}

struct Segmenter::Icu {
  explicit Icu(const TextConfig& config);

  [[nodiscard]] bool depends_on_context(UChar32 c) const;
  void append(std::u16string_view token, std::string& out);

  NormalForm form;
  LetterCase letter_case;
  Numbers numbers;
  std::string locale;
  bool special_case = false;  // lower case is not that of other languages
  AsciiClasses classes = ascii_classes;
  std::array<std::string, 10> digits;
  Iterator words;
  Iterator sentences;
  std::u16string text;
  std::u16string sentence_text;
  std::u16string lowered;
  std::u16string shown;
  std::int32_t sentence_begin = 0;
};

Segmenter::Icu::Icu(const TextConfig& config)
    : form(config.normalize),
      letter_case(config.letter_case),
      numbers(config.numbers),
      locale(canonical(config.locale)) {
  words = open_iterator(UBRK_WORD, locale);
  if (config.sentences == Sentences::icu) sentences = open_iterator(UBRK_SENTENCE, with_abbreviations(locale));
  if (config.numbers == Numbers::spell) digits = names_of_digits(locale);
  const std::string language = locale.substr(0, locale.find('_'));
  special_case = language == "tr" || language == "az" || language == "lt";
  if (special_case && config.letter_case == LetterCase::lower) classes['I'] = ascii_unknown;
  if (locale.ends_with("POSIX")) classes['.'] = ascii_unknown;
  if (!config.ascii_path) {
    for (std::uint8_t& its_class : classes) {
      if (its_class != ascii_blank) its_class = ascii_unknown;
    }
  }
}

/// Whether a character's lower case depends on those around it or is more than one character (Unicode's
/// SpecialCasing.txt).
bool Segmenter::Icu::depends_on_context(UChar32 c) const {
  if (c == 0x130 || c == 0x3A3) return true;
  return special_case && (c == 'I' || c == 'J' || c == 0xCC || c == 0xCD || c == 0x128 || c == 0x12E || c == 0x307);
}

void Segmenter::Icu::append(std::u16string_view token, std::string& out) {
  shown.clear();
  bool lower = letter_case == LetterCase::lower;
  const auto length = [&] { return static_cast<std::int32_t>(token.size()); };
  for (std::int32_t i = 0; lower && i < length();) {
    UChar32 c = 0;
    U16_NEXT(token.data(), i, length(), c);
    if (!depends_on_context(c)) continue;
    lowered.resize(3 * token.size());  // the most that Unicode's mappings take
    UErrorCode status = U_ZERO_ERROR;
    lowered.resize(static_cast<std::size_t>(u_strToLower(lowered.data(), static_cast<std::int32_t>(lowered.size()),
                                                         token.data(), length(), locale.c_str(), &status)));
    check(status, "cannot make lower case");
    token = lowered;
    lower = false;
  }
  for (std::int32_t i = 0; i < length();) {
    UChar32 c = 0;
    U16_NEXT(token.data(), i, length(), c);
    if (lower) c = u_tolower(c);
    if (numbers == Numbers::zero && u_isdigit(c) != 0) c = '0';
    append_character(shown, c);
  }
  // Small letters have forms that capitals lack: \u01F0 is one character, its capital is two.
  if (letter_case == LetterCase::lower) normalize(shown, form);
  append_utf8(shown, out);
}

Segmenter::Segmenter(const TextConfig& config) : config_(config) {
  config.validate();
  icu_ = std::make_unique<Icu>(config);
}
Segmenter::Segmenter(Segmenter&&) noexcept = default;
Segmenter::~Segmenter() = default;

void Segmenter::append_tokens(std::string_view text, std::string& out) {
  const AsciiClasses& classes = icu_->classes;
  const char* const end = text.data() + text.size();
  const char* next = text.data();
  const char* for_icu = nullptr;  // where the stretch begins that ICU is to look at, blanks in it included
  while (true) {
    const char* const blanks = next;
    while (next != end && classes[static_cast<unsigned char>(*next)] == ascii_blank) ++next;
    const char* const begin = next;
    unsigned all = 0;
    for (; next != end; ++next) {
      const unsigned its_class = classes[static_cast<unsigned char>(*next)];
      if (its_class == ascii_blank) break;
      all |= its_class;
    }
    const std::string_view chunk(begin, static_cast<std::size_t>(next - begin));
    if ((all & ascii_unknown) != 0) {
      if (for_icu == nullptr) for_icu = begin;
      continue;
    }
    if (for_icu != nullptr) append_by_icu({for_icu, static_cast<std::size_t>(blanks - for_icu)}, out);
    for_icu = nullptr;
    if (chunk.empty()) return;
    if (all == ascii_letter) {
      append_ascii(chunk, false, out);
      continue;
    }
    split_ascii(
        chunk, classes, [&](std::string_view word, bool is_number) { append_ascii(word, is_number, out); },
        [&](char c) {
          if (config_.punctuation == Punctuation::split) append_ascii({&c, 1}, false, out);
        });
  }
}

void Segmenter::append_ascii(std::string_view word, bool is_number, std::string& out) {
  if (is_number && config_.numbers == Numbers::spell) {
    for (const char c : word) {
      if (c < '0' || c > '9') continue;
      out.append(icu_->digits[static_cast<std::size_t>(c - '0')]) += ' ';
      ++tokens_;
    }
    return;
  }
  const std::size_t begin = out.size();
  out.append(word) += ' ';
  ++tokens_;
  if (config_.letter_case == LetterCase::lower) {
    for (std::size_t i = begin; i < out.size(); ++i) out[i] = ascii_lower(out[i]);
  }
  if (config_.numbers == Numbers::zero) {
    for (std::size_t i = begin; i < out.size(); ++i) out[i] = out[i] >= '0' && out[i] <= '9' ? '0' : out[i];
  }
}

void Segmenter::append_by_icu(std::string_view text, std::string& out) {
  std::u16string& wide = icu_->text;
  to_utf16(text, wide);
  normalize(wide, icu_->form);
  UBreakIterator* const words = icu_->words.get();
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(words, wide.data(), static_cast<std::int32_t>(wide.size()), &status);
  check(status, "cannot find words");
  std::int32_t begin = ubrk_first(words);
  for (std::int32_t end = ubrk_next(words); end != UBRK_DONE; begin = std::exchange(end, ubrk_next(words))) {
    std::u16string_view token(wide.data() + begin, static_cast<std::size_t>(end - begin));
    // Marks that follow a blank belong to it.
    while (!token.empty() && token.front() < 0x80 && is_separator(static_cast<char>(token.front())))
      token.remove_prefix(1);
    if (token.empty()) continue;
    const std::int32_t kind = ubrk_getRuleStatus(words);
    if (kind < UBRK_WORD_NONE_LIMIT && !is_emoji(token)) {
      if (config_.punctuation == Punctuation::drop || is_invisible(first_character(token))) continue;
    }
    if (config_.numbers == Numbers::spell && kind >= UBRK_WORD_NUMBER && kind < UBRK_WORD_NUMBER_LIMIT &&
        !has_letter(token)) {
      for (std::int32_t i = 0; i < static_cast<std::int32_t>(token.size());) {
        UChar32 c = 0;
        U16_NEXT(token.data(), i, static_cast<std::int32_t>(token.size()), c);
        const std::int32_t digit = u_charDigitValue(c);
        if (digit < 0) continue;
        out.append(icu_->digits[static_cast<std::size_t>(digit)]) += ' ';
        ++tokens_;
      }
      continue;
    }
    icu_->append(token, out);
    out += ' ';
    ++tokens_;
  }
}

void Segmenter::find_sentences(std::string_view text) {
  to_utf16(text, icu_->sentence_text);
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(icu_->sentences.get(), icu_->sentence_text.data(), static_cast<std::int32_t>(icu_->sentence_text.size()),
               &status);
  check(status, "cannot find sentences");
  icu_->sentence_begin = ubrk_first(icu_->sentences.get());
}

std::size_t Segmenter::next_sentence() {
  const std::int32_t end = ubrk_next(icu_->sentences.get());
  if (end == UBRK_DONE) return 0;
  std::size_t bytes = 0;
  for (const char16_t unit :
       std::u16string_view(icu_->sentence_text).substr(icu_->sentence_begin, end - icu_->sentence_begin)) {
    bytes += unit < 0x80 ? 1 : unit < 0x800 || U16_IS_SURROGATE(unit) ? 2 : 3;  // two units are four bytes
  }
  icu_->sentence_begin = end;
  return bytes;
}

}  // namespace w2v
