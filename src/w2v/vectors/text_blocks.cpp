#include "w2v/vectors/text_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/lines.hpp"
#include "w2v/base/ordered_handover.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/word_list.hpp"
#include "w2v/formats/text_format.hpp"
#include "w2v/io/byte_source.hpp"

namespace w2v {
namespace {

constexpr std::size_t block_bytes = std::size_t{4} << 20;

/// The rows of a block; `good` is false if one of them cannot be used.
struct Block {
  std::uint64_t begin = 0;  // in the file
  WordList words;
  std::vector<float> values;
  std::vector<std::uint32_t> starts;  // of the rows, in the block
  bool good = true;
};

Block parse(std::string_view text, std::uint64_t begin, const VectorFacts& facts) {
  Block block;
  block.begin = begin;
  TextRows rows(BufferedReader(memory_source(text, "")), facts);
  try {
    while (!rows.at_end()) {
      const Row row = rows.read();
      block.words.add(row.word);
      block.starts.push_back(static_cast<std::uint32_t>(rows.row_start()));
      block.values.insert(block.values.end(), row.values.begin(), row.values.end());
    }
  } catch (const Error&) {
    block.good = false;
  }
  return block;
}

/// Where the blocks' rows come together, in the order of the file. For one thread at a time, but for ended().
class Assembly {
 public:
  Assembly(std::size_t dim, const std::string& name, const ReadOptions& options)
      : name_(name), options_(options), rows_(0, dim, "the vectors", Matrix<float>::fewer_vectors) {}

  /// Appends the next block. Does nothing once ended() is true.
  void append(const Block& block) {
    if (!ended_) take(block);
  }

  /// Whether no more blocks are needed.
  [[nodiscard]] bool ended() const { return ended_; }

  std::optional<TextRowsRead> result(const VectorFacts& facts) && {
    const bool enough = words_.size() == options_.limit && read_ < facts.header_rows;
    const bool complete = !facts.has_header || read_ == facts.header_rows || enough;
    if (!good_ || !complete) return std::nullopt;
    rows_.shrink(words_.size());
    return TextRowsRead{WordVectors(std::move(words_), std::move(rows_)), std::move(left_out_)};
  }

 private:
  void take(const Block& block) {
    const std::size_t dim = rows_.dim();
    const std::size_t count = block.words.size();
    const std::size_t filled = words_.size();
    // By a quarter: the system gives memory when it is written to, and moves pages instead of copying them.
    if (filled + count > rows_.rows()) rows_.grow(std::max(filled + count, filled + filled / 4));
    for (std::size_t i = 0; i < count && !ended_; ++i) {
      if (words_.size() == options_.limit) {
        ended_ = true;
        return;
      }
      ++read_;
      if (words_.add(block.words[i])) {
        std::copy_n(block.values.data() + i * dim, dim, rows_.row(words_.size() - 1));
      } else {
        left_out_.add(repeated_word(row_place(name_, read_, block.begin + block.starts[i]), block.words[i]));
        good_ = !options_.strict;
        ended_ = !good_;
      }
    }
    if (words_.size() == options_.limit) {
      ended_ = true;
    } else if (!block.good) {
      good_ = false;
      ended_ = true;
    }
  }

  const std::string& name_;
  const ReadOptions& options_;
  std::atomic<bool> ended_{false};
  bool good_ = true;
  std::uint64_t read_ = 0;  // rows, repeated words among them
  WordSet words_;
  Matrix<float> rows_;
  LeftOut left_out_;
};

/// Hands out a text in blocks that end at line ends.
class Blocks {
 public:
  explicit Blocks(std::string_view text) : text_(text) {}

  struct Part {
    std::size_t number;  // from 0
    std::string_view text;
  };

  /// The next block; nothing at the end.
  std::optional<Part> next() {
    const std::lock_guard lock(mutex_);
    if (text_.empty()) return std::nullopt;
    std::size_t size = text_.size();
    if (size > block_bytes) {
      const LineEnd end = find_line_end(text_, block_bytes);
      size = end.place + end.length;
    }
    const std::string_view block = text_.substr(0, size);
    text_.remove_prefix(size);
    return Part{number_++, block};
  }

 private:
  std::mutex mutex_;
  std::string_view text_;
  std::size_t number_ = 0;
};

}  // namespace

std::optional<TextRowsRead> read_text_blocks(std::string_view file, std::size_t first_row, const std::string& name,
                                             const VectorFacts& facts, const ReadOptions& options, int threads) {
  const std::string_view rows = file.substr(first_row);
  Blocks blocks(rows);
  Assembly assembly(facts.dim, name, options);
  const auto begin_of = [&](std::string_view block) { return static_cast<std::uint64_t>(block.data() - file.data()); };
  threads = static_cast<int>(std::clamp<std::size_t>(rows.size() / block_bytes, 1, std::max(threads, 1)));
  OrderedHandover handover;
  parallel(threads, [&](const Worker& worker) {
    while (!assembly.ended() && !worker.failed) {
      const auto block = blocks.next();
      if (!block) return;
      Block parsed;
      handover.run(
          block->number, [&] { parsed = parse(block->text, begin_of(block->text), facts); },
          [&] { assembly.append(parsed); });
    }
  });
  return std::move(assembly).result(facts);
}

}  // namespace w2v
