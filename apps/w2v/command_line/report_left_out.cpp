#include "command_line/report_left_out.hpp"

#include <fmt/format.h>

#include "command_line/console.hpp"
#include "w2v/base/text.hpp"

void report_left_out(const std::string& path, const std::map<std::string, std::uint64_t>& reasons,
                     const std::string& first) {
  for (const auto& [reason, rows] : reasons) {
    const bool repeated = reason == w2v::duplicate_word;
    console::warning(fmt::format("{}: {} left out ({}){}", path, w2v::count_of(rows, "row was", "rows were"), reason,
                                 repeated ? "; the first row of a word is used" : ""));
  }
  if (!first.empty()) console::warning(first + " (this is the first row that was left out)");
}

void report_left_out(const std::string& path, const w2v::LeftOut& left_out) {
  report_left_out(path, left_out.reasons, left_out.first);
  if (!left_out.stopped.empty()) console::warning(left_out.stopped + " (reading stopped at this place)");
  if (left_out.missing > 0) {
    console::warning(fmt::format("{}: the file has {} fewer than its header says", path,
                                 w2v::count_of(left_out.missing, "row", "rows")));
  }
}
