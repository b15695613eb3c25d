#include "w2v/vectors/pretrained_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "w2v/base/error.hpp"
#include "w2v/base/word_list.hpp"

namespace w2v {

PretrainedRows take_pretrained_rows(RowReader& file, Model& model) {
  if (file.facts().dim != model.input.dim()) {
    throw Error(
        fmt::format("rows of another length: expected {} values, found {}", model.input.dim(), file.facts().dim));
  }
  PretrainedRows rows{std::vector<std::uint8_t>(model.input.rows()), 0, 0};
  const WordIndex index(model.vocabulary.words());
  while (const std::optional<Row> row = file.next()) {
    const std::optional<std::uint32_t> word = index.find(row->word);
    if (!word) {
      ++rows.unknown;
      continue;
    }
    std::ranges::copy(row->values, model.input.row(*word));
    rows.taken[*word] = 1;
    ++rows.matched;
  }
  return rows;
}

}  // namespace w2v
