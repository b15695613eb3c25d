#include "w2v/formats/projector_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "w2v/base/lines.hpp"
#include "w2v/base/text.hpp"
#include "w2v/formats/text_format.hpp"

namespace w2v {
namespace {

/// The numbers of a line.
std::size_t count_numbers(std::string_view line) {
  const std::vector<std::string_view> fields = split(line);
  return std::ranges::all_of(fields, like_number) ? fields.size() : 0;
}

}  // namespace

std::optional<std::size_t> projector_dim(std::string_view bytes, bool complete) {
  constexpr std::size_t most_lines = 100;
  std::size_t dim = 0;
  for (std::size_t line = 0; line < most_lines && !bytes.empty(); ++line) {
    const LineEnd end = find_line_end(bytes);
    if (end.length == 0 && !complete && dim > 0) break;
    const std::string_view text = bytes.substr(0, end.place);
    bytes.remove_prefix(end.place + end.length);
    if (text.empty()) continue;
    const std::size_t numbers = count_numbers(text);
    if (numbers == 0 || (dim > 0 && numbers != dim)) return std::nullopt;
    dim = numbers;
  }
  return dim == 0 ? std::nullopt : std::optional(dim);
}

bool ProjectorRows::at_end() {
  while (!in_.peek(1).empty() && is_line_end(in_.peek(1).front())) in_.consume(1);
  if (!in_.peek(1).empty()) return false;
  words_.require_end(rows());
  return true;
}

Row ProjectorRows::read() {
  const std::size_t dim = values_.size();
  const std::size_t longest = 64 * dim + 64;
  const auto found = in_.peek_line(longest);
  begin_row();
  const std::string_view line = found ? found->text : in_.peek(1);
  if (!found && line.size() > longest) {
    throw Error(
        fmt::format("{}: line too long: expected {} numbers, found more than {}", place(), dim, format_bytes(longest)));
  }
  in_.consume(found ? found->bytes : line.size());
  const std::string_view word = words_.next(name(), rows());
  const std::vector<std::string_view> fields = split(line);
  for (std::size_t i = 0; i < std::min(dim, fields.size()); ++i) {
    const std::optional<float> value = parse_float(fields[i]);
    if (!value || !std::isfinite(*value)) {
      throw bad_number(place(row_start_ + static_cast<std::uint64_t>(fields[i].data() - line.data())), fields[i], i,
                       dim);
    }
    values_[i] = *value;
  }
  if (fields.size() != dim) {
    throw BadRow(place(), fields.size() < dim ? "too few numbers" : "too many numbers",
                 fmt::format("expected {}, found {}", dim, fields.size()));
  }
  return {word, values_};
}

void ProjectorEncoder::append(std::string_view word, std::span<const float> values, EncodedRows& out) {
  for (const float value : values) {
    append_float(out.rows, value);
    out.rows += '\t';
  }
  out.rows.back() = '\n';
  out.words += word;
  out.words += '\n';
}

}  // namespace w2v
