#include "w2v/index/vector_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/formats/detect.hpp"
#include "w2v/index/index_facts.hpp"

namespace w2v {
namespace {

constexpr std::uint64_t most_rows = std::numeric_limits<std::uint32_t>::max();

/// Throws Error if a number is one that no index has.
void check_facts(const MappedSections& file, const IndexSource& source, const IndexFacts& facts,
                 std::uint64_t repeated) {
  if (source.rows > most_rows || source.rows + repeated > most_rows || source.dim == 0 || source.dim > largest_dim)
    throw file.wrong("source",
                     fmt::format("damaged: impossible numbers, {} rows of {} values", source.rows, source.dim));
  if (facts.reduced > static_cast<std::uint64_t>(ReducedRows::int8) || facts.newlines > 1 ||
      !(facts.largest_error >= 0 && facts.largest_error <= std::numeric_limits<float>::max()))
    throw file.wrong("facts", "damaged: impossible numbers");
}

}  // namespace

std::string VectorIndex::path_for(const std::string& vectors_path) {
  return vectors_path + ".w2vx";
}

std::optional<VectorIndex> VectorIndex::open(const MappedFile& vectors) {
  const std::string path = path_for(vectors.name());
  std::error_code fault;
  if (!std::filesystem::exists(path, fault)) return std::nullopt;
  std::optional<MappedFile> file = MappedFile::open(path, true);
  try {
    return VectorIndex(index_sections(std::move(file), path, index_kind), vectors);
  } catch (const Error& error) {
    throw Error(fmt::format("{}; w2v index {} makes a new one", error.what(), vectors.name()));
  }
}

VectorIndex::VectorIndex(MappedSections file, const MappedFile& vectors) : file_(std::move(file)) {
  const IndexSource source = checked_source(file_, vectors);
  file_.check("facts");
  file_.check("repeated");
  const IndexFacts facts = file_.values<IndexFacts>("facts", 1)[0];
  repeated_ = file_.values<std::uint32_t>("repeated", file_.length("repeated") / sizeof(std::uint32_t));
  check_facts(file_, source, facts, repeated_.size());
  rows_ = source.rows;
  dim_ = source.dim;
  newlines_ = facts.newlines == 1;
  reduced_ = static_cast<ReducedRows>(facts.reduced);
  largest_error_ = static_cast<float>(facts.largest_error);
  starts_ = file_.values<std::uint64_t>("starts", rows_ + repeated_.size() + 1);
  order_ = file_.values<std::uint32_t>("order", rows_);
  word_ends_ = file_.values<std::uint64_t>("word-ends", rows_);
  words_ = file_.values<char>("words", file_.length("words"));
  norms_ = file_.values<float>("norms", rows_);
  scales_ = file_.values<float>("scales", reduced_ == ReducedRows::int8 ? rows_ : 0);
  reduced_rows_ = file_.values<std::byte>("rows", rows_ * dim_ * reduced_bytes(reduced_));
  check_repeated(vectors);
}

/// Throws Error unless the rows that repeat a word are rows of the file, in ascending order, and have room for a word.
void VectorIndex::check_repeated(const MappedFile& vectors) const {
  const std::uint64_t newline = newlines_ ? 1 : 0;
  const std::uint64_t least_bytes = 2 + dim_ * sizeof(float) + newline;
  for (std::size_t i = 0; i < repeated_.size(); ++i) {
    const std::uint32_t row = repeated_[i];
    const bool in_order = row < starts_.size() - 1 && (i == 0 || row > repeated_[i - 1]);
    const std::uint64_t end = in_order ? starts_[row + 1] : 0;
    if (!in_order || starts_[row] >= end || end - starts_[row] < least_bytes || end > vectors.bytes().size() + newline)
      throw file_.wrong("repeated", fmt::format("damaged: impossible row {}", row));
  }
}

std::optional<std::uint32_t> VectorIndex::find(std::string_view word) const {
  std::uint64_t low = 0;
  std::uint64_t high = rows_;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const std::uint64_t end = std::min<std::uint64_t>(word_ends_[middle], words_.size());
    const std::uint64_t begin = middle == 0 ? 0 : std::min(word_ends_[middle - 1], end);
    const int order = word.compare(std::string_view(words_.data() + begin, end - begin));
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
  const auto* file_begin = reinterpret_cast<const std::byte*>(file_.file().bytes().data());
  const auto first_byte = static_cast<std::size_t>(reduced_rows_.data() - file_begin);
  file_.file().populate(first_byte + first_row * row_bytes, count * row_bytes);
}

}  // namespace w2v
