#include "report_left_out.hpp"

#include <fmt/format.h>

#include "console.hpp"
#include "w2v/base/text.hpp"

void report_left_out(const std::string& path, const w2v::LeftOut& left_out) {
  for (const auto& [reason, rows] : left_out.reasons) {
    const bool repeated = reason == w2v::duplicate_word;
    console::warning(fmt::format("{}: rows left out: {}: {}{}", path, w2v::format_count(rows), reason,
                                 repeated ? ": the first row of a word is the one that counts" : ""));
  }
  if (!left_out.first.empty()) console::warning(fmt::format("the first of them: {}", left_out.first));
  if (!left_out.stopped.empty()) console::warning(fmt::format("reading ended early: {}", left_out.stopped));
  if (left_out.missing > 0) {
    console::warning(fmt::format("{}: {} rows fewer than its header promises", path, w2v::format_count(left_out.missing)));
  }
}
