#include "w2v/text/normal_form.hpp"

#include <fmt/format.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/utf16.h>

#include <cstdint>
#include <memory>

#include "w2v/base/error.hpp"
#include "w2v/base/utf8.hpp"
#include "w2v/text/utf16.hpp"

namespace w2v {
namespace {

void check(UErrorCode status, const char* what) {
  if (U_FAILURE(status) != 0) throw Error(fmt::format("ICU: {}: {}", what, u_errorName(status)));
}

const UNormalizer2* normalizer(NormalForm form) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2* const found = form == NormalForm::nfc   ? unorm2_getNFCInstance(&status)
                                    : form == NormalForm::nfd ? unorm2_getNFDInstance(&status)
                                                              : unorm2_getNFKCInstance(&status);
  check(status, "cannot normalize");
  return found;
}

/// Calls convert(out, capacity, &status) until its result fits, and returns it.
template <class Convert>
std::u16string converted(std::size_t likely_length, Convert&& convert) {
  std::u16string out(likely_length, u'\0');
  while (true) {
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t length = convert(out.data(), static_cast<std::int32_t>(out.size()), &status);
    if (status != U_BUFFER_OVERFLOW_ERROR) check(status, "cannot normalize");
    out.resize(static_cast<std::size_t>(length));
    if (status != U_BUFFER_OVERFLOW_ERROR) return out;
  }
}

/// What all texts that look the same have in common.
std::u16string skeleton(std::string_view text) {
  struct Close {
    void operator()(USpoofChecker* checker) const { uspoof_close(checker); }
  };
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<USpoofChecker, Close> checker(uspoof_open(&status));
  check(status, "cannot compare characters");
  std::u16string wide;
  to_utf16(text, wide);
  std::u16string visible;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(wide.size());) {
    const std::int32_t begin = i;
    UChar32 c = 0;
    U16_NEXT(wide.data(), i, static_cast<std::int32_t>(wide.size()), c);
    if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0) continue;
    visible.append(wide, static_cast<std::size_t>(begin), static_cast<std::size_t>(i - begin));
  }
  return converted(visible.size(), [&](char16_t* out, std::int32_t capacity, UErrorCode* fault) {
    return uspoof_getSkeleton(checker.get(), 0, visible.data(), static_cast<std::int32_t>(visible.size()), out,
                              capacity, fault);
  });
}

}  // namespace

void normalize(std::u16string& text, NormalForm form) {
  if (form == NormalForm::none) return;
  const UNormalizer2* const to_form = normalizer(form);
  const auto length = static_cast<std::int32_t>(text.size());
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t right = unorm2_spanQuickCheckYes(to_form, text.data(), length, &status);
  check(status, "cannot normalize");
  if (right == length) return;
  text = converted(text.size(), [&](char16_t* out, std::int32_t capacity, UErrorCode* fault) {
    return unorm2_normalize(to_form, text.data(), length, out, capacity, fault);
  });
}

std::string normalized(std::string_view text, NormalForm form) {
  if (is_ascii(text) || !is_utf8(text)) return std::string(text);
  std::u16string wide;
  to_utf16(text, wide);
  normalize(wide, form);
  std::string out;
  append_utf8(wide, out);
  return out;
}

bool look_alike(std::string_view a, std::string_view b) {
  if ((is_ascii(a) && is_ascii(b)) || a == b || !is_utf8(a) || !is_utf8(b)) return false;
  return skeleton(a) == skeleton(b);
}

}  // namespace w2v
