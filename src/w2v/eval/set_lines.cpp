#include "w2v/eval/set_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (!result.lines.empty() && result.lines[0].starts_with(mark)) result.lines[0].erase(0, mark.size());
  return result;
}

std::vector<std::string_view> split_at_blanks(std::string_view line) {
  std::vector<std::string_view> fields;
  const char* end = line.data() + line.size();
  for (const char* begin = line.data(); (begin = std::find_if_not(begin, end, is_separator)) != end;) {
    const char* stop = std::find_if(begin, end, is_separator);
    fields.emplace_back(begin, stop);
    begin = stop;
  }
  return fields;
}

}  // namespace w2v
