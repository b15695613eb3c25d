#pragma once

#include <string>
#include <string_view>

namespace w2v {

/// Makes UTF-16 of valid UTF-8. Throws Error beyond 1 GB.
void to_utf16(std::string_view text, std::u16string& out);

/// Appends valid UTF-16 as UTF-8.
void append_utf8(std::u16string_view text, std::string& out);

}  // namespace w2v
