#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace w2v {

/// A text as valid UTF-8: itself, or a copy in `buffer` in which U+FFFD stands for each byte that is no part of UTF-8.
/// Adds their number to `invalid_bytes`.
std::string_view valid_utf8(std::string_view text, std::string& buffer, std::uint64_t& invalid_bytes);

}  // namespace w2v
