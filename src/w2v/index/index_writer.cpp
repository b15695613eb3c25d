#include "w2v/index/index_writer.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/ordered_handover.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/quantize.hpp"
#include "w2v/base/sort_key.hpp"
#include "w2v/index/index_facts.hpp"
#include "w2v/io/atomic_file.hpp"

namespace w2v {
namespace {

/// The rows in the order of their words, which are different.
std::vector<std::uint32_t> order_by_word(const IndexedRows& vectors) {
  struct Entry {
    std::uint64_t key;
    std::uint32_t row;
  };
  std::vector<Entry> entries(vectors.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i] = {sort_key(vectors.word(i)), static_cast<std::uint32_t>(i)};
  }
  std::ranges::sort(entries, [&](const Entry& a, const Entry& b) {
    return a.key != b.key ? a.key < b.key : vectors.word(a.row) < vectors.word(b.row);
  });
  std::vector<std::uint32_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = entries[i].row;
  return order;
}

/// Where each word ends among the words in this order, in bytes.
std::vector<std::uint64_t> ends_of_words(const IndexedRows& vectors, std::span<const std::uint32_t> order) {
  std::vector<std::uint64_t> ends;
  ends.reserve(order.size());
  std::uint64_t end = 0;
  for (const std::uint32_t row : order) ends.push_back(end += vectors.word(row).size());
  return ends;
}

/// Rows as the index holds them: the reduced rows one behind the other, lengths, scales, and the largest distance of a
/// row, scaled to length 1, from its reduced copy.
struct Reduced {
  std::vector<char> rows;
  std::vector<float> norms;
  std::vector<float> scales;
  double largest_error = 0;
};

/// Writes a row in fewer bytes. Returns the scale of int8, and what the bytes stand for in `back`.
float reduce(std::span<const float> row, ReducedRows kind, char* out, std::span<float> back) {
  if (kind == ReducedRows::float16) {
    to_float16(row, out);
    from_float16(out, back);
    return 1;
  }
  const float scale = to_int8(row, out);
  from_int8(out, scale, back);
  return scale;
}

/// The Euclidean distance, rounded up.
double distance(std::span<const float> a, std::span<const float> b) {
  double squares = 0;
  for (std::size_t j = 0; j < a.size(); ++j) squares += (double{a[j]} - b[j]) * (double{a[j]} - b[j]);
  return std::nextafter(static_cast<float>(std::sqrt(squares)), std::numeric_limits<float>::infinity());
}

/// Reduces `count` rows from `first` on. Throws Error if a value is not finite.
Reduced reduce_rows(const IndexedRows& vectors, std::size_t first, std::size_t count, ReducedRows kind) {
  const std::size_t dim = vectors.dim();
  const std::size_t row_bytes = dim * reduced_bytes(kind);
  Reduced block{std::vector<char>(count * row_bytes), {}, {}, 0};
  std::vector<float> back(dim);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<float> row = vectors.row(first + i);
    double squares = 0;
    for (const float value : row) squares += double{value} * value;
    const double norm = std::sqrt(squares);
    block.norms.push_back(static_cast<float>(norm));
    if (kind == ReducedRows::none) continue;
    for (float& value : row) value = norm > 0 ? static_cast<float>(value / norm) : 0.0F;
    const float scale = reduce(row, kind, block.rows.data() + i * row_bytes, back);
    if (kind == ReducedRows::int8) block.scales.push_back(scale);
    block.largest_error = std::max(block.largest_error, distance(row, back));
  }
  return block;
}

/// Reduces all rows, block by block on several threads, and writes the reduced rows in their order. Returns the rest.
Reduced write_rows(SectionWriter& writer, const IndexedRows& vectors, ReducedRows kind, int threads,
                   const Observer& observer) {
  constexpr std::size_t block_rows = 4096;
  const std::size_t count = vectors.size();
  const std::size_t blocks = (count + block_rows - 1) / block_rows;
  Reduced all;
  OrderedHandover handover;
  std::atomic<std::size_t> next{0};
  parallel(threads, [&](const Worker& worker) {
    for (std::size_t block = next++; block < blocks && !worker.failed; block = next++) {
      Reduced part;
      const auto make = [&] {
        if (observer.stop_requested()) throw Interrupted();
        const std::size_t first = block * block_rows;
        part = reduce_rows(vectors, first, std::min(block_rows, count - first), kind);
      };
      const auto take = [&] {
        writer.write(bytes_of(part.rows));
        all.norms.insert(all.norms.end(), part.norms.begin(), part.norms.end());
        all.scales.insert(all.scales.end(), part.scales.begin(), part.scales.end());
        all.largest_error = std::max(all.largest_error, part.largest_error);
      };
      handover.run(block, make, take);
    }
  });
  return all;
}

/// Bytes of the index.
std::uint64_t bytes_of_index(const IndexedRows& vectors, std::uint64_t word_bytes, ReducedRows kind) {
  const std::uint64_t rows = vectors.size();
  const std::uint64_t repeated = vectors.repeated().size();
  const std::array<std::uint64_t, 10> lengths{sizeof(IndexSource),
                                              sizeof(std::uint64_t) * (rows + repeated + 1),  // starts
                                              sizeof(std::uint32_t) * rows,                   // order
                                              sizeof(std::uint64_t) * rows,                   // word-ends
                                              word_bytes,
                                              reduced_bytes(kind) * rows * vectors.dim(),
                                              sizeof(float) * rows,  // norms
                                              kind == ReducedRows::int8 ? sizeof(float) * rows : 0,
                                              sizeof(std::uint32_t) * repeated,
                                              sizeof(IndexFacts)};
  return section_file_bytes(lengths);
}

}  // namespace

void write_index(const IndexedRows& vectors, ReducedRows reduced, int threads, const Observer& observer) {
  AtomicFile file(VectorIndex::path_for(vectors.file().name()));
  SectionWriter writer(file, index_kind, 10);
  const std::vector<std::uint32_t> order = order_by_word(vectors);
  const std::vector<std::uint64_t> ends = ends_of_words(vectors, order);
  file.require_space(bytes_of_index(vectors, ends.empty() ? 0 : ends.back(), reduced));
  const std::array source{IndexSource::of(vectors)};
  writer.write(Section{"source", bytes_of(source)});
  writer.write(
      Section{"starts", bytes_of(std::span(vectors.starts(), vectors.size() + vectors.repeated().size() + 1))});
  writer.write(Section{"order", bytes_of(order)});
  writer.write(Section{"word-ends", bytes_of(ends)});
  writer.begin("words");
  for (const std::uint32_t row : order) writer.write(bytes_of(vectors.word(row)));
  writer.begin("rows");
  const Reduced all = write_rows(writer, vectors, reduced, threads, observer);
  writer.write(Section{"norms", bytes_of(all.norms)});
  writer.write(Section{"scales", bytes_of(all.scales)});
  writer.write(Section{"repeated", bytes_of(vectors.repeated())});
  const std::array facts{
      IndexFacts{vectors.newlines() ? 1U : 0U, static_cast<std::uint64_t>(reduced), all.largest_error}};
  writer.write(Section{"facts", bytes_of(facts)});
  writer.finish();
  file.commit();
}

}  // namespace w2v
