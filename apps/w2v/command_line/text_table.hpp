#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Columns that a terminal shows of UTF-8 text, taking each character for one.
std::size_t text_width(std::string_view text);

/// Aligned columns for a person: the first to the left, all others to the right, two blanks between them.
class TextTable {
 public:
  struct Cell {
    Cell(std::string its_text, std::size_t its_span = 1) : text(std::move(its_text)), span(its_span) {}
    Cell(const char* its_text) : Cell(std::string(its_text)) {}

    std::string text;
    std::size_t span;  ///< columns it reaches over
  };

  void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
  void add_blank_line() { rows_.emplace_back(); }

  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace app
