#include "w2v/vectors/load_vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "w2v/base/parallel.hpp"
#include "w2v/formats/binary_format.hpp"
#include "w2v/formats/words_beside.hpp"
#include "w2v/io/byte_source.hpp"
#include "w2v/io/known_file.hpp"
#include "w2v/io/mapped_file.hpp"
#include "w2v/vectors/text_blocks.hpp"

namespace w2v {

namespace {

/// Reads a file to its end without keeping it: throws the Error that tells what is wrong with it, if
/// something is.
void look_for_faults(const std::string& path, const ReadOptions& options) {
  RowReader reader = open_vectors(path, options);
  while (reader.next()) {
  }
}

/// The index of a file; nothing if there is none or it is of no use, which `warning` tells.
std::optional<VectorIndex> open_index(const MappedFile& file, std::string& warning) {
  try {
    return VectorIndex::open(file);
  } catch (const Error& fault) {
    warning = fault.what();
    return std::nullopt;
  }
}

/// The words of a fastText model. Nothing if one stands twice, or a value is not finite.
std::optional<LoadedVectors> load_fasttext(MappedFile file, VectorFacts facts, const ReadOptions& options) {
  auto model = std::make_shared<const FastTextModel>(std::move(file));
  const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(model->size(), options.limit));
  facts.dim = model->dim();
  facts.header_rows = model->size();
  WordSet words;
  for (std::size_t i = 0; i < size; ++i) {
    if (model->word(i).empty() || !words.add(model->word(i))) return std::nullopt;
  }
  Matrix<float> rows(size, facts.dim, "the vectors", Matrix<float>::fewer_vectors);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> finite{true};
  parallel(usable_cores(), [&](const Worker&) {
    for (std::size_t i = next++; i < size; i = next++) {
      const std::span<float> values(rows.row(i), facts.dim);
      model->vector_of(i, values);
      if (first_not_finite(values)) finite = false;
    }
  });
  if (!finite) return std::nullopt;
  if (options.no_ngrams) model.reset();
  return LoadedVectors{WordVectors(std::move(words), std::move(rows), std::move(model)), facts, {}, {}};
}

/// A plain file: binary rows where they lie, text parsed in blocks by many threads. Nothing if it is of
/// another kind, or not as it should be.
std::optional<LoadedVectors> load_plain(const std::string& path, const ReadOptions& options) {
  if (!options.member.empty()) return std::nullopt;
  std::optional<MappedFile> file = MappedFile::open(path, options.mapped);
  if (!file || looks_packed(file->bytes().substr(0, longest_head))) return std::nullopt;
  BufferedReader head(memory_source(file->bytes(), path));
  const VectorFacts facts = detect_format(head, WordsBeside(path));
  if (facts.format == VectorFormat::fasttext) return load_fasttext(std::move(*file), facts, options);
  if (facts.format != VectorFormat::text && facts.format != VectorFormat::binary) return std::nullopt;
  const std::size_t first_row = head.offset();
  std::string index_warning;
  if (facts.format == VectorFormat::text) {
    if (auto read = read_text_blocks(file->bytes(), first_row, path, facts, options, usable_cores())) {
      return LoadedVectors{std::move(read->vectors), facts, std::move(read->left_out), {}};
    }
  } else {
    std::optional<MappedRows> rows;
    if (auto index = open_index(*file, index_warning);
        index && index->rows() + index->repeated().size() == facts.header_rows) {
      rows.emplace(std::move(*file), std::move(*index), options.limit);
    } else {
      rows = MappedRows::walk(std::move(*file), first_row, facts, options.limit, usable_cores());
    }
    if (rows && (options.lazy || rows->is_sound(usable_cores())) && !(options.strict && !rows->repeated().empty())) {
      LeftOut left_out = left_out_of(*rows);
      return LoadedVectors{WordVectors(std::move(*rows)), facts, std::move(left_out), index_warning};
    }
  }
  look_for_faults(path, options);
  return std::nullopt;
}

}  // namespace

LoadedVectors load_vectors(const std::string& path, const ReadOptions& options) {
  if (!options.lenient) {
    if (std::optional<LoadedVectors> loaded = load_plain(path, options)) return std::move(*loaded);
  }
  RowReader reader = open_vectors(path, options);
  Matrix<float> rows(0, reader.facts().dim, "the vectors", Matrix<float>::fewer_vectors);
  std::size_t filled = 0;
  while (const std::optional<Row> row = reader.next()) {
    // By a quarter: the system gives memory when it is written to, and moves pages instead of copying them.
    if (filled == rows.rows()) rows.grow(std::max<std::size_t>(64, filled + filled / 4));
    std::ranges::copy(row->values, rows.row(filled++));
  }
  rows.shrink(filled);
  const VectorFacts facts = reader.facts();
  LeftOut left_out = reader.left_out();
  std::shared_ptr<const FastTextModel> model = options.no_ngrams ? nullptr : reader.model();
  return {
      WordVectors(std::move(reader).take_words(), std::move(rows), std::move(model)), facts, std::move(left_out), {}};
}

LeftOut left_out_of(const MappedRows& rows) {
  const std::span<const std::uint32_t> repeated = rows.repeated();
  if (repeated.empty()) return {};
  const std::uint32_t first = repeated.front();
  LeftOut left_out;
  left_out.add(repeated_word(row_place(rows.file().name(), first + 1, rows.starts()[first]), rows.word_in_file(first)));
  left_out.rows = repeated.size();
  left_out.reasons[duplicate_word] = repeated.size();
  return left_out;
}

MappedRows map_to_index(const std::string& path, bool strict) {
  std::optional<MappedFile> file = MappedFile::open(path, true);
  const auto refuse = [&] {
    return Error(
        fmt::format("{}: cannot be indexed: expected a plain word2vec binary file; w2v convert makes one", path));
  };
  if (!file || looks_packed(file->bytes().substr(0, longest_head))) throw refuse();
  BufferedReader head(memory_source(file->bytes(), path));
  const VectorFacts facts = detect_format(head, WordsBeside(path));
  if (facts.format != VectorFormat::binary) throw refuse();
  std::optional<MappedRows> rows =
      MappedRows::walk(std::move(*file), head.offset(), facts, ReadOptions().limit, usable_cores());
  if (!rows || (strict && !rows->repeated().empty())) {
    look_for_faults(path, {.strict = strict});
    throw refuse();
  }
  return std::move(*rows);
}

void save_vectors(AtomicFile file, const WordVectors& vectors, VectorFormat format) {
  VectorWriter writer(std::move(file), format, vectors.size(), vectors.dim());
  for (std::size_t i = 0; i < vectors.size(); ++i) writer.write(vectors.word(i), vectors.row(i));
  writer.commit();
}

}  // namespace w2v
