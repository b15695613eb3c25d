#include "w2v/vectors/pretrained_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "w2v/base/error.hpp"
#include "w2v/base/word_list.hpp"
#include "w2v/formats/binary_format.hpp"

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

PretrainedRows take_pretrained_rows(const FastTextModel& file, Model& model) {
  PretrainedRows rows{std::vector<std::uint8_t>(model.input.rows()), 0, 0};
  const auto check = [&](const float* row, std::uint64_t place) {
    if (const auto bad = first_not_finite({row, file.dim()}))
      throw Error(fmt::format("{}: byte {}: expected finite numbers, found {}", file.name(), place, row[*bad]));
  };
  const WordIndex index(model.vocabulary.words());
  for (std::size_t i = 0; i < file.size(); ++i) {
    const std::optional<std::uint32_t> word = index.find(file.word(i));
    if (!word || rows.taken[*word] != 0) {
      ++rows.unknown;
      continue;
    }
    file.own_row(i, {model.input.row(*word), file.dim()});
    check(model.input.row(*word), file.row_place(i));
    rows.taken[*word] = 1;
    ++rows.matched;
  }
  const std::vector<std::uint32_t>& buckets = model.bags.buckets_of_rows();
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    const std::size_t row = model.bags.words() + i;
    file.bucket_row(buckets[i], {model.input.row(row), file.dim()});
    check(model.input.row(row), file.row_place(file.size() + buckets[i]));
    rows.taken[row] = 1;
  }
  return rows;
}

}  // namespace w2v
