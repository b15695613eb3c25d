#include "w2v/vectors/mapped_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

#include "w2v/base/parallel.hpp"
#include "w2v/formats/binary_format.hpp"
#include "w2v/formats/row_parser.hpp"
#include "w2v/vectors/repeated_words.hpp"

namespace w2v {
namespace {

constexpr std::size_t populated_at_once = std::size_t{16} << 20;
constexpr std::size_t rows_ahead = 16;
constexpr int look_ups_by_scan = 8;

/// Brings a file's pages in, block by block, on threads that run ahead of the one that reads.
class Populating {
 public:
  Populating(const MappedFile& file, std::size_t bytes) : file_(file), bytes_(bytes) {}

  /// Brings in the next block; false if there is none left.
  bool next() {
    const std::size_t first = next_block_++ * populated_at_once;
    if (first >= bytes_) return false;
    file_.populate(first, std::min(populated_at_once, bytes_ - first));
    return true;
  }
  /// The reader has come to `place`: brings in a block if nobody has begun to bring in this one.
  void reach(std::size_t place) {
    if (next_block_.load(std::memory_order_relaxed) * populated_at_once <= place) next();
  }

 private:
  const MappedFile& file_;
  std::size_t bytes_;
  std::atomic<std::size_t> next_block_{0};
};

/// Length of the word at the begin of `row`; nothing if it is damaged or the row is cut.
std::optional<std::size_t> word_length(std::string_view row, std::size_t value_bytes) {
  const std::string_view head = row.substr(0, longest_word + 1);
  std::size_t length = 0;
  while (length < head.size() && head[length] != ' ' && head[length] != '\n') ++length;
  if (length == 0 || length == head.size() || head[length] != ' ') return std::nullopt;
  if (row.size() - length - 1 < value_bytes) return std::nullopt;
  return length;
}

struct Walk {
  std::vector<std::uint64_t> starts;
  std::vector<std::uint32_t> hashes;  // of the words
  bool newlines = false;
  bool complete = false;  // nothing is wrong
};

/// Where a row begins depends on the length of the word before, so rows are met one after the other; the next
/// ones are prefetched from where they should be.
Walk walk_rows(const MappedFile& file, const std::size_t first_row, const VectorFacts& facts, const std::uint64_t limit,
               Populating& populating) {
  const std::string_view bytes = file.bytes();
  const std::size_t value_bytes = facts.dim * sizeof(float);
  const std::uint64_t rows = std::min(limit, facts.header_rows);
  Walk walk;
  walk.starts.reserve(std::min<std::uint64_t>(rows, bytes.size() / (value_bytes + 2)) + 1);
  walk.hashes.reserve(walk.starts.capacity());
  std::size_t place = first_row;
  std::size_t ahead = 0;  // bytes that rows_ahead rows take, from the mean so far
  for (std::uint64_t i = 0; i < rows; ++i) {
    populating.reach(place);
    if (i % 64 == 1) ahead = (place - first_row) / i * rows_ahead;
    if (bytes.size() - place > ahead + 128) {
      __builtin_prefetch(bytes.data() + place + ahead);
      __builtin_prefetch(bytes.data() + place + ahead + 64);
    }
    const std::optional<std::size_t> length = word_length(bytes.substr(place), value_bytes);
    if (!length) return walk;
    walk.starts.push_back(place);
    walk.hashes.push_back(static_cast<std::uint32_t>(WordHash()(bytes.substr(place, *length))));
    place += *length + 1 + value_bytes;
    if (i + 1 == limit || place == bytes.size()) {  // nothing behind the last row is looked at, or is there
      place += walk.newlines ? 1 : 0;
      break;
    }
    const bool newline = bytes[place] == '\n';
    if (i == 0) walk.newlines = newline;
    if (walk.newlines && !newline) return walk;
    place += walk.newlines ? 1 : 0;
  }
  const std::uint64_t found = walk.starts.size();
  walk.complete = found == limit || (found == facts.header_rows && place >= bytes.size());
  walk.starts.push_back(place);
  return walk;
}

/// Walks over the rows, `limit` at most, while other threads bring their pages in.
Walk walk_on_threads(const MappedFile& file, std::size_t first_row, const VectorFacts& facts, std::uint64_t limit,
                     int threads) {
  std::size_t least_bytes = file.bytes().size();
  if (limit < facts.header_rows) {
    least_bytes = std::min<std::size_t>(least_bytes, first_row + limit * (facts.dim * sizeof(float) + 2));
  }
  Populating populating(file, least_bytes);
  std::atomic<bool> walked{false};
  Walk walk;
  threads = std::clamp(static_cast<int>(least_bytes / (2 * populated_at_once)), 1, std::max(threads, 1));
  parallel(threads, [&](const Worker& worker) {
    if (worker.index == 0) {
      walk = walk_rows(file, first_row, facts, limit, populating);
      walked = true;
    } else {
      while (!walked && populating.next()) {
      }
    }
  });
  return walk;
}

}  // namespace

/// How words are found without an index: by scanning at first, by a table of all words when many are asked
/// for.
struct MappedRows::LookUp {
  /// The words as WordPositions wants them. It is asked by MappedRows alone, whose place may change by a
  /// move.
  struct Words {
    const char* base;
    const std::uint64_t* starts;
    const std::uint32_t* kept;  // rows of the file by position; null where all have one
    std::size_t not_word;       // bytes of a row that are not its word's

    std::string_view operator[](std::size_t position) const {
      const std::size_t i = kept == nullptr ? position : kept[position];
      return {base + starts[i], static_cast<std::size_t>(starts[i + 1] - starts[i]) - not_word};
    }
  };
  explicit LookUp(const Words& all) : words(all), table(&words) {}

  Words words;
  std::atomic<int> scans{0};
  std::mutex making;  // of the table, by one thread at a time: the others wait
  std::atomic<bool> made{false};
  WordPositions<Words> table;
};

MappedRows::MappedRows(MappedFile file, std::vector<std::uint64_t> starts, std::vector<std::uint32_t> repeated,
                       std::size_t dim, bool newlines)
    : file_(std::move(file)),
      base_(file_.bytes().data()),
      furthest_(file_.bytes().size() + (newlines ? 1 : 0)),
      own_starts_(std::move(starts)),
      starts_(own_starts_.data()),
      repeated_(std::move(repeated)),
      size_(own_starts_.size() - 1 - repeated_.size()),
      dim_(dim),
      tail_(dim * sizeof(float) + (newlines ? 1 : 0)) {
  skip_repeated(own_starts_.size() - 1, own_starts_.size());
  look_up_ = std::make_unique<LookUp>(LookUp::Words{base_, starts_, kept_.empty() ? nullptr : kept_.data(), tail_ + 1});
}

MappedRows::MappedRows(MappedFile file, VectorIndex index, std::uint64_t limit)
    : file_(std::move(file)),
      base_(file_.bytes().data()),
      furthest_(file_.bytes().size() + (index.newlines() ? 1 : 0)),
      index_(std::move(index)),
      starts_(index_->starts()),
      repeated_(index_->repeated().begin(), index_->repeated().end()),
      size_(std::min<std::uint64_t>(limit, index_->rows())),
      dim_(index_->dim()),
      tail_(dim_ * sizeof(float) + (index_->newlines() ? 1 : 0)) {
  skip_repeated(index_->rows() + repeated_.size(), limit);
}

MappedRows::MappedRows(MappedRows&&) noexcept = default;
MappedRows& MappedRows::operator=(MappedRows&&) noexcept = default;
MappedRows::~MappedRows() = default;

/// Gives positions to the rows that are not repeated; of those that are, the ones behind `limit` words do not count.
void MappedRows::skip_repeated(std::size_t file_rows, std::uint64_t limit) {
  if (repeated_.empty()) return;
  kept_.reserve(file_rows - repeated_.size());
  std::size_t next = 0;
  for (std::size_t row = 0; row < file_rows && kept_.size() < limit; ++row) {
    if (next < repeated_.size() && repeated_[next] == row) {
      ++next;
    } else {
      kept_.push_back(static_cast<std::uint32_t>(row));
    }
  }
  repeated_.resize(next);
}

std::optional<MappedRows> MappedRows::walk(MappedFile file, std::size_t first_row, const VectorFacts& facts,
                                           std::uint64_t limit, int threads) {
  Walk walk;
  std::vector<std::uint32_t> repeated;
  // Rows with repeated words do not count for the limit, so where there are some more rows are walked over.
  for (std::uint64_t most_rows = limit; true;) {
    if (std::min(most_rows, facts.header_rows) >= std::numeric_limits<std::uint32_t>::max())
      return std::nullopt;  // positions are 32-bit
    walk = walk_on_threads(file, first_row, facts, most_rows, threads);
    if (!walk.complete) return std::nullopt;
    const LookUp::Words words{file.bytes().data(), walk.starts.data(), nullptr,
                              1 + facts.dim * sizeof(float) + (walk.newlines ? 1 : 0)};
    repeated = repeated_words(walk.hashes, [&](std::uint32_t a, std::uint32_t b) { return words[a] == words[b]; });
    const bool all = walk.starts.size() - 1 < most_rows;
    if (all || most_rows - repeated.size() == limit) break;
    most_rows = limit + repeated.size();
  }
  return MappedRows(std::move(file), std::move(walk.starts), std::move(repeated), facts.dim, walk.newlines);
}

std::vector<float> MappedRows::row(std::size_t i) const {
  std::vector<float> values(dim_);
  std::memcpy(values.data(), row_data(i), dim_ * sizeof(float));
  if (const std::optional<std::size_t> wrong = first_not_finite(values)) {
    const std::size_t row = row_in_file(i);
    const std::uint64_t byte = starts_[row + 1] - tail_ + *wrong * sizeof(float);
    throw not_finite(row_place(file_.name(), row + 1, byte), values, *wrong);
  }
  return values;
}

std::optional<std::uint32_t> MappedRows::find(std::string_view word) const {
  if (index_) return find_in_index(word);
  if (look_up_->scans < look_ups_by_scan) {
    ++look_up_->scans;
    return scan(word);
  }
  make_table();
  return look_up_->table.find(word);
}

void MappedRows::make_table() const {
  if (look_up_->made) return;
  const std::lock_guard lock(look_up_->making);
  if (look_up_->made) return;
  WordPositions<LookUp::Words> table(&look_up_->words);
  table.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) table.add(static_cast<std::uint32_t>(i));
  look_up_->table = std::move(table);
  look_up_->scans = look_ups_by_scan;
  look_up_->made = true;
}

bool MappedRows::is_sound(int threads) const {
  if (index_) return true;
  constexpr std::size_t step = 4096;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> finite{true};
  parallel(std::clamp(static_cast<int>(size() / step), 1, std::max(threads, 1)), [&](const Worker&) {
    std::vector<float> values(dim_);
    for (std::size_t first = next.fetch_add(step); first < size() && finite; first = next.fetch_add(step)) {
      for (std::size_t i = first; i < std::min(first + step, size()); ++i) {
        std::memcpy(values.data(), row_data(i), dim_ * sizeof(float));
        if (first_not_finite(values)) finite = false;
      }
    }
  });
  return finite;
}

std::optional<std::uint32_t> MappedRows::scan(std::string_view word) const {
  const std::size_t row_bytes = word.size() + tail_ + 1;
  for (std::size_t i = 0; i < size(); ++i) {
    const std::size_t row = row_in_file(i);
    if (starts_[row + 1] - starts_[row] == row_bytes && word_in_file(row) == word) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

std::optional<std::uint32_t> MappedRows::find_in_index(std::string_view word) const {
  const std::optional<std::uint32_t> found = index_->find(word);
  if (!found || *found >= size()) return std::nullopt;
  if (this->word(*found) != word) refuse_index();
  return found;
}

void MappedRows::refuse_index() const {
  throw Error(fmt::format("{}: damaged index: expected a row of {} where it says; w2v index {} makes a new one",
                          index_->name(), file_.name(), file_.name()));
}

}  // namespace w2v
