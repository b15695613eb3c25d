#include "w2v/vectors/index_writer.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <mutex>
#include <span>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/sort_key.hpp"
#include "w2v/index/index_layout.hpp"
#include "w2v/io/atomic_file.hpp"
#include "w2v/simd/reduced_rows.hpp"

namespace w2v {
namespace {

/// The rows in the order of their words, which are different.
std::vector<std::uint32_t> order_by_word(const MappedRows& vectors) {
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

/// A block of rows as the index holds them.
struct Reduced {
  std::vector<std::byte> rows;
  std::vector<float> norms;
  std::vector<float> scales;
  float largest_error = 0;
};

/// Reduces `count` rows from `first` on. Throws Error if a value is not finite.
Reduced reduce(const MappedRows& vectors, std::size_t first, std::size_t count, ReducedRows kind) {
  const std::size_t dim = vectors.dim();
  const std::size_t row_bytes = dim * reduced_bytes(kind);
  Reduced block{std::vector<std::byte>(count * row_bytes), std::vector<float>(count), std::vector<float>(count), 0};
  std::vector<float> back(dim);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<float> row = vectors.row(first + i);
    double squares = 0;
    for (const float value : row) squares += double{value} * value;
    const double norm = std::sqrt(squares);
    block.norms[i] = static_cast<float>(norm);
    if (kind == ReducedRows::none) continue;
    for (float& value : row) value = norm > 0 ? static_cast<float>(value / norm) : 0.0F;
    std::byte* out = block.rows.data() + i * row_bytes;
    if (kind == ReducedRows::float16) {
      simd::to_float16(row, reinterpret_cast<std::uint16_t*>(out));
      simd::from_float16(reinterpret_cast<const std::uint16_t*>(out), back);
    } else {
      block.scales[i] = simd::to_int8(row, reinterpret_cast<std::int8_t*>(out));
      for (std::size_t j = 0; j < dim; ++j) {
        back[j] = static_cast<float>(static_cast<std::int8_t>(out[j])) * block.scales[i];
      }
    }
    double error = 0;
    for (std::size_t j = 0; j < dim; ++j) error += (double{row[j]} - back[j]) * (double{row[j]} - back[j]);
    block.largest_error = std::max(block.largest_error, std::nextafter(static_cast<float>(std::sqrt(error)), 1.0F));
  }
  return block;
}

/// Writes sections, each at its place.
class Sections {
 public:
  explicit Sections(AtomicFile& file) : file_(file) {}

  void begin(std::uint64_t place) {
    file_.write(std::string(place - written_, '\0'));
    written_ = place;
  }
  template <class T>
  void write(std::span<const T> values) {
    file_.write({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
    written_ += values.size_bytes();
  }

 private:
  AtomicFile& file_;
  std::uint64_t written_ = 0;
};

constexpr std::size_t block_rows = 4096;

}  // namespace

void write_index(const MappedRows& vectors, ReducedRows reduced, int threads, const Observer& observer) {
  AtomicFile file(VectorIndex::path_for(vectors.file().name()));
  const std::size_t count = vectors.size();
  const std::size_t dim = vectors.dim();
  const std::vector<std::uint32_t> order = order_by_word(vectors);

  // Rows are reduced twice, here and when they are written: norms and the largest error stand before them in
  // the file, and a copy in memory may be too large.
  std::vector<float> norms(count);
  std::vector<float> scales(count);
  float largest_error = 0;
  const std::size_t blocks = (count + block_rows - 1) / block_rows;
  std::atomic<std::size_t> next{0};
  std::mutex merging;
  parallel(threads, [&](const Worker& worker) {
    for (std::size_t block = next++; block < blocks && !worker.failed; block = next++) {
      if (observer.stop_requested()) throw Interrupted();
      const std::size_t first = block * block_rows;
      const Reduced part = reduce(vectors, first, std::min(block_rows, count - first), reduced);
      std::ranges::copy(part.norms, norms.begin() + static_cast<std::ptrdiff_t>(first));
      std::ranges::copy(part.scales, scales.begin() + static_cast<std::ptrdiff_t>(first));
      const std::lock_guard lock(merging);
      largest_error = std::max(largest_error, part.largest_error);
    }
  });

  std::vector<std::uint64_t> ends;
  std::uint64_t word_bytes = 0;
  for (const std::uint32_t row : order) ends.push_back(word_bytes += vectors.word(row).size());

  IndexHeader header;
  header.reduced = static_cast<std::uint32_t>(reduced);
  header.source = SourceMark::of(vectors.file());
  header.rows = count;
  header.dim = dim;
  header.newlines = vectors.tail() - dim * sizeof(float);
  header.word_bytes = word_bytes;
  header.largest_error = largest_error;
  if (!vectors.repeated().empty()) header.version = IndexHeader::version_with_repeated;
  header.repeated = static_cast<std::uint32_t>(vectors.repeated().size());
  header.checksum = header.right_checksum();

  const IndexLayout layout(count, dim, word_bytes, reduced, header.repeated);
  file.require_space(layout.size);
  Sections sections(file);
  sections.write(std::span<const IndexHeader>(&header, 1));
  sections.begin(layout.starts);
  sections.write(std::span(vectors.starts(), count + header.repeated + 1));
  sections.begin(layout.norms);
  sections.write(std::span<const float>(norms));
  sections.begin(layout.order);
  sections.write(std::span<const std::uint32_t>(order));
  sections.begin(layout.word_ends);
  sections.write(std::span<const std::uint64_t>(ends));
  sections.begin(layout.words);
  for (const std::uint32_t row : order) sections.write(std::span<const char>(vectors.word(row)));
  sections.begin(layout.scales);
  if (reduced == ReducedRows::int8) sections.write(std::span<const float>(scales));
  sections.begin(layout.rows);
  for (std::size_t first = 0; first < count && reduced != ReducedRows::none; first += block_rows) {
    if (observer.stop_requested()) throw Interrupted();
    const Reduced part = reduce(vectors, first, std::min(block_rows, count - first), reduced);
    sections.write(std::span<const std::byte>(part.rows));
  }
  if (header.repeated > 0) {
    sections.begin(layout.repeated);
    sections.write(vectors.repeated());
  }
  file.commit();
}

}  // namespace w2v
