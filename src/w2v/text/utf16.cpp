#include "w2v/text/utf16.hpp"

#include <unicode/ustring.h>

#include <cstdint>

#include "w2v/base/error.hpp"

namespace w2v {
namespace {

void check(UErrorCode status) {
  if (U_FAILURE(status) != 0) throw Error(std::string("ICU: cannot read text: ") + u_errorName(status));
}

}  // namespace

void to_utf16(std::string_view text, std::u16string& out) {
  constexpr std::size_t most = std::size_t{1} << 30;  // ICU's lengths are of 32 bits
  if (text.size() > most) throw Error("more than 1 GB of text without a blank or a line end: expected text");
  out.resize(text.size());  // never longer
  std::int32_t length = 0;
  UErrorCode status = U_ZERO_ERROR;
  u_strFromUTF8(out.data(), static_cast<std::int32_t>(out.size()), &length, text.data(),
                static_cast<std::int32_t>(text.size()), &status);
  check(status);
  out.resize(static_cast<std::size_t>(length));
}

void append_utf8(std::u16string_view text, std::string& out) {
  const std::size_t begin = out.size();
  out.resize(begin + 3 * text.size());  // never longer
  std::int32_t length = 0;
  UErrorCode status = U_ZERO_ERROR;
  u_strToUTF8(out.data() + begin, static_cast<std::int32_t>(out.size() - begin), &length, text.data(),
              static_cast<std::int32_t>(text.size()), &status);
  check(status);
  out.resize(begin + static_cast<std::size_t>(length));
}

}  // namespace w2v
