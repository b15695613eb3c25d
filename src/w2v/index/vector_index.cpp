#include "w2v/index/vector_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/formats/detect.hpp"
#include "w2v/index/index_layout.hpp"

namespace w2v {
namespace {

constexpr std::uint64_t most_rows = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t most_word_bytes = std::uint64_t{1} << 52;

template <class T>
const T* at(std::string_view bytes, std::uint64_t place) {
  return reinterpret_cast<const T*>(bytes.data() + place);
}

}  // namespace

std::string VectorIndex::path_for(const std::string& vectors_path) {
  return vectors_path + ".w2vx";
}

std::optional<VectorIndex> VectorIndex::open(const MappedFile& vectors) {
  const std::string path = path_for(vectors.name());
  std::error_code fault;
  if (!std::filesystem::exists(path, fault)) return std::nullopt;
  const auto refuse = [&](std::string_view what) {
    return Error(fmt::format("{}: {}; w2v index {} makes a new one", path, what, vectors.name()));
  };
  std::optional<MappedFile> file = MappedFile::open(path, true);
  const std::string_view bytes = file ? file->bytes() : std::string_view();
  IndexHeader header;
  if (bytes.size() < sizeof header) throw refuse("not an index: expected a header of 88 bytes");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != IndexHeader::right_magic) throw refuse("not an index: expected 'w2vindex' at its begin");
  if (header.checksum != header.right_checksum()) throw refuse("damaged index: wrong checksum of the header");
  if (header.version != IndexHeader::usual_version && header.version != IndexHeader::version_with_repeated) {
    throw refuse(fmt::format("index of another version: expected {} or {}, found {}", IndexHeader::usual_version,
                             IndexHeader::version_with_repeated, header.version));
  }
  const auto reduced = static_cast<ReducedRows>(header.reduced);
  if (reduced > ReducedRows::int8 || header.rows > most_rows || header.dim == 0 || header.dim > largest_dim ||
      header.newlines > 1 || header.word_bytes > most_word_bytes || !(header.largest_error >= 0) ||
      header.rows + header.repeated > most_rows ||
      (header.repeated > 0) != (header.version == IndexHeader::version_with_repeated)) {
    throw refuse("damaged index: impossible numbers in the header");
  }
  const IndexLayout layout(header.rows, header.dim, header.word_bytes, reduced, header.repeated);
  if (layout.size != bytes.size()) {
    throw refuse(fmt::format("damaged index: expected {} bytes, found {}", layout.size, bytes.size()));
  }
  if (header.source != SourceMark::of(vectors)) {
    throw refuse(fmt::format("the index is not of {} as it is now", vectors.name()));
  }
  const std::span<const std::uint32_t> repeated(at<std::uint32_t>(bytes, layout.repeated), header.repeated);
  const auto* starts = at<std::uint64_t>(bytes, layout.starts);
  const std::uint64_t least_bytes = 2 + header.dim * sizeof(float) + header.newlines;
  for (std::size_t i = 0; i < repeated.size(); ++i) {
    const std::uint32_t row = repeated[i];
    const bool in_order = row < header.rows + header.repeated && (i == 0 || row > repeated[i - 1]);
    const std::uint64_t end = in_order ? starts[row + 1] : 0;
    if (!in_order || starts[row] >= end || end - starts[row] < least_bytes ||
        end > vectors.bytes().size() + header.newlines) {
      throw refuse("damaged index: impossible rows among those that repeat a word");
    }
  }

  VectorIndex index;
  index.rows_ = header.rows;
  index.dim_ = header.dim;
  index.newlines_ = header.newlines == 1;
  index.reduced_ = reduced;
  index.largest_error_ = header.largest_error;
  index.word_bytes_ = header.word_bytes;
  index.starts_ = starts;
  index.norms_ = at<float>(bytes, layout.norms);
  index.order_ = at<std::uint32_t>(bytes, layout.order);
  index.word_ends_ = at<std::uint64_t>(bytes, layout.word_ends);
  index.words_ = bytes.data() + layout.words;
  if (reduced == ReducedRows::int8) index.scales_ = at<float>(bytes, layout.scales);
  if (reduced != ReducedRows::none) index.reduced_rows_ = bytes.data() + layout.rows;
  index.repeated_ = repeated;
  index.file_ = std::move(*file);
  return index;
}

std::optional<std::uint32_t> VectorIndex::find(std::string_view word) const {
  std::uint64_t low = 0;
  std::uint64_t high = rows_;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const std::uint64_t end = std::min(word_ends_[middle], word_bytes_);
    const std::uint64_t begin = middle == 0 ? 0 : std::min(word_ends_[middle - 1], end);
    const int order = word.compare(std::string_view(words_ + begin, end - begin));
    if (order == 0) return order_[middle];
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return std::nullopt;
}

void VectorIndex::populate(std::size_t first_row, std::size_t count) const {
  const std::size_t row_bytes = dim_ * reduced_bytes(reduced_);
  const auto* rows = static_cast<const char*>(reduced_rows_);
  file_.populate(static_cast<std::size_t>(rows - file_.bytes().data()) + first_row * row_bytes, count * row_bytes);
}

}  // namespace w2v
