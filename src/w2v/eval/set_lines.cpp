#include "w2v/eval/set_lines.hpp"

#include <fmt/format.h>

#include <optional>

#include "w2v/base/text.hpp"
#include "w2v/io/buffered_reader.hpp"

namespace w2v {

Error SetLines::error(std::size_t line, std::string_view what) const {
  return Error(fmt::format("{}:{}: {}: '{}'", name, line + 1, what, printable(lines[line])));
}

SetLines read_lines(const std::string& path) {
  BufferedReader reader(open_source(path));
  SetLines result{reader.name(), {}};
  while (const std::optional<std::string_view> line = reader.line()) result.lines.emplace_back(*line);
  if (!result.lines.empty()) result.lines[0] = std::string(without_byte_order_mark(result.lines[0]));
  return result;
}

}  // namespace w2v
