#include "w2v/vectors/fasttext_writer.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace w2v {
namespace {

template <class Number>
void write_number(AtomicFile& file, Number number) {
  file.write({reinterpret_cast<const char*>(&number), sizeof number});
}

void write_row(AtomicFile& file, const float* row, std::size_t dim) {
  file.write({reinterpret_cast<const char*>(row), dim * sizeof(float)});
}

void write_words(AtomicFile& file, const Vocabulary& vocabulary) {
  constexpr std::int64_t not_pruned = -1;
  constexpr std::int8_t is_word = 0;
  const auto words = static_cast<std::int32_t>(vocabulary.size());
  write_number(file, words);            // entries
  write_number(file, words);            // of them words
  write_number(file, std::int32_t{0});  // and labels
  write_number(file, static_cast<std::int64_t>(vocabulary.total()));
  write_number(file, not_pruned);
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    file.write(vocabulary.words()[i]);
    write_number(file, '\0');
    write_number(file, static_cast<std::int64_t>(vocabulary.counts()[i]));
    write_number(file, is_word);
  }
}

}  // namespace

std::uint64_t fasttext_bytes(const Model& model, std::int32_t buckets) {
  constexpr std::uint64_t fixed = sizeof(FastTextHeader) + 3 * 4 + 2 * 8 + 2 * (1 + 2 * 8);
  constexpr std::uint64_t of_word = 1 + 8 + 1;
  const std::uint64_t words = model.vocabulary.size();
  std::uint64_t bytes = fixed + words * of_word;
  for (std::size_t i = 0; i < words; ++i) bytes += model.vocabulary.words()[i].size();
  return bytes + (2 * words + static_cast<std::uint64_t>(buckets)) * model.input.dim() * sizeof(float);
}

void write_fasttext(AtomicFile file, const Model& model, FastTextHeader header) {
  constexpr std::uint8_t not_quantised = 0;
  const std::size_t dim = model.input.dim();
  const std::size_t words = model.vocabulary.size();
  const std::vector<float> zeros(dim);
  header.dim = static_cast<std::int32_t>(dim);
  file.require_space(fasttext_bytes(model, header.buckets));
  write_number(file, header);
  write_words(file, model.vocabulary);

  const auto begin_matrix = [&](std::size_t rows) {
    write_number(file, not_quantised);
    write_number(file, static_cast<std::int64_t>(rows));
    write_number(file, static_cast<std::int64_t>(dim));
  };
  begin_matrix(words + static_cast<std::size_t>(header.buckets));
  for (std::size_t i = 0; i < words; ++i) write_row(file, model.input.row(i), dim);
  const auto buckets = static_cast<std::uint32_t>(header.buckets);
  const BucketRows rows(model.bags, buckets);
  for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
    const std::optional<std::uint32_t> row = rows.row_of(bucket);
    write_row(file, row ? model.input.row(*row) : zeros.data(), dim);
  }
  begin_matrix(words);  // under hierarchical softmax there is one row less: fastText leaves the last one unused
  for (std::size_t i = 0; i < words; ++i)
    write_row(file, i < model.output.rows() ? model.output.row(i) : zeros.data(), dim);
  file.commit();
}

}  // namespace w2v
