#include "w2v/formats/binary_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "w2v/base/text.hpp"

namespace w2v {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the binary word2vec format is little-endian: a big-endian machine needs byte swaps in this file");

/// Without a branch a value, so that compilers make whole vectors of it: NaN and infinity have the largest
/// exponent.
bool all_finite(std::span<const float> values) {
  std::uint32_t largest = 0;
  for (const float value : values) largest = std::max(largest, std::bit_cast<std::uint32_t>(value) & 0x7FFFFFFFU);
  return largest < 0x7F800000U;
}

bool is_finite(float value) {
  return all_finite({&value, 1});
}

}  // namespace

bool BinaryRows::at_end() {
  const std::string_view next = in_.peek(1);
  if (behind_row_ && !next.empty()) {
    const bool newline = next.front() == '\n';
    if (!newlines_) newlines_ = newline;
    if (*newlines_ && !newline) {
      throw Error(
          fmt::format("{}: row {} (byte {}): damaged row: expected a newline behind it as behind the rows "
                      "before, found '{}'",
                      name(), rows(), in_.offset(), printable(next.substr(0, 1))));
    }
    if (*newlines_) in_.consume(1);
  }
  behind_row_ = false;
  return in_.peek(1).empty();
}

Row BinaryRows::read() {
  begin_row();
  const std::size_t dim = values_.size();
  const auto refuse = [&](const char* what, const std::string& found) {
    return Error(fmt::format("{}: {}: expected a word, a blank and {} bytes of numbers, found {}", place(), what,
                             value_place(dim), found));
  };

  const std::optional<std::string_view> found = in_.peek_until(' ', longest_word);
  if (!found) {
    const std::size_t rest = in_.peek(1).size();
    if (rest > longest_word) throw refuse("damaged row", fmt::format("no blank in {}", format_bytes(longest_word)));
    throw refuse("cut in the middle of a word", fmt::format("{} bytes and the end of the file", rest));
  }
  const std::size_t length = found->size();
  if (found->find('\n') != std::string_view::npos) {
    throw refuse("damaged row", fmt::format("a newline in the word '{}'", printable(*found)));
  }
  const std::size_t bytes = length + 1 + value_place(dim);
  const std::string_view row = in_.peek(bytes);
  if (row.size() < bytes) {
    throw refuse("cut in the middle of a row", fmt::format("{} and the end of the file", row.size() - length - 1));
  }
  decode(row.data() + length + 1, values_);
  in_.consume(bytes);  // what was seen stays valid until the next peek
  behind_row_ = true;

  if (length == 0) {
    throw BadRow(place(), "empty word", fmt::format("expected a word before {} numbers, found none", dim));
  }
  if (const std::optional<std::size_t> i = first_not_finite(values_))
    throw not_finite(place(row_start_ + length + 1 + value_place(*i)), values_, *i);
  return {row.substr(0, length), values_};
}

void BinaryRows::decode(const char* bytes, std::span<float> values) const {
  std::memcpy(values.data(), bytes, values.size_bytes());
}

std::optional<std::size_t> first_not_finite(std::span<const float> values) {
  if (all_finite(values)) return std::nullopt;
  return static_cast<std::size_t>(std::find_if_not(values.begin(), values.end(), is_finite) - values.begin());
}

BadRow not_finite(const std::string& place, std::span<const float> values, std::size_t i) {
  return {place, "not finite",
          fmt::format("expected a finite number as value {} of {}, found {}", i + 1, values.size(), values[i])};
}

bool looks_binary(std::string_view bytes, bool complete, std::uint64_t rows, std::size_t dim) {
  std::uint64_t seen = 0;
  std::uint64_t usual = 0;
  std::uint64_t visible = 0;  // bytes
  std::uint64_t high = 0;
  const auto is_right = [&](bool enough) {
    const std::uint64_t values = seen * dim;
    const bool text = visible >= 2 * values && high <= values;
    return enough && (2 * usual >= values || !text);
  };
  while (!bytes.empty()) {
    const std::size_t length = bytes.find(' ');
    const bool cut = length == std::string_view::npos || bytes.size() - length - 1 < dim * sizeof(float);
    if (bytes.substr(0, length).find('\n') != std::string_view::npos) return false;
    if (cut) return is_right(!complete && seen > 0);
    bytes.remove_prefix(length + 1);
    for (const char byte : bytes.substr(0, dim * sizeof(float))) {
      visible += byte > ' ' && byte <= '~' ? 1 : 0;
      high += static_cast<unsigned char>(byte) >= 0x80 ? 1 : 0;
    }
    for (std::size_t i = 0; i < dim; ++i) {
      float value = 0;
      std::memcpy(&value, bytes.data() + i * sizeof(float), sizeof value);
      if (!is_finite(value)) return false;
      // Four characters of a line of text are most often a float that is far larger or smaller.
      if (std::abs(value) > 5e-4F && std::abs(value) < 1e3F) ++usual;
    }
    bytes.remove_prefix(dim * sizeof(float));
    if (bytes.starts_with('\n')) bytes.remove_prefix(1);
    ++seen;
  }
  return is_right(complete ? seen == rows : seen > 0);
}

std::optional<std::string> BinaryEncoder::head(std::uint64_t rows) const {
  return fmt::format("{} {}\n", rows, dim_);
}

void BinaryEncoder::append(std::string_view word, std::span<const float> values, EncodedRows& out) {
  out.rows += word;
  out.rows += ' ';
  out.rows.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  out.rows += '\n';
}

}  // namespace w2v
