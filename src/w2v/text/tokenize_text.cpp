#include "w2v/text/tokenize_text.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "w2v/base/error.hpp"
#include "w2v/base/lines.hpp"
#include "w2v/base/ordered_handover.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"
#include "w2v/base/utf8.hpp"
#include "w2v/corpus/block_reader.hpp"
#include "w2v/text/html_stripper.hpp"
#include "w2v/text/segmenter.hpp"

namespace w2v {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 18;

/// A block of raw text.
struct Block {
  std::string text;
  bool starts_file;
  bool starts_line;
};

/// What became of a block: tokens, each with a blank behind it, or a line end where a sentence ends.
struct Piece {
  std::string text;
  bool starts_sentence;  // a sentence ended before its first token
};

/// Hands out blocks, without mark-up if so wished. For one thread at a time.
class Blocks {
 public:
  Blocks(const std::vector<std::string>& paths, bool strip_html, Observer& observer)
      : reader_(list_files(paths, &observer), block_bytes), strip_html_(strip_html) {}

  bool next(Block& block) {
    if (!reader_.next(block.text)) return false;
    block.starts_file = reader_.starts_file();
    if (block.starts_file) {
      stripper_.start_file();
      in_line_ = false;
    }
    if (strip_html_) {
      stripped_.clear();
      stripper_.append(block.text, stripped_);
      std::swap(block.text, stripped_);
    }
    block.starts_line = !in_line_;
    const std::size_t last_line = behind_last_line_end(block.text);
    if (last_line != 0) in_line_ = false;
    in_line_ = in_line_ || block.text.find_first_not_of(separators, last_line) != std::string::npos;
    return true;
  }

  void report_to(Observer& observer) { reader_.report_to(observer); }
  [[nodiscard]] ReadingProgress progress(std::uint64_t tokens) const {
    return {reader_.consumed(), reader_.total(), tokens};
  }

 private:
  BlockReader reader_;
  bool strip_html_;
  HtmlStripper stripper_;
  std::string stripped_;
  bool in_line_ = false;  // the last block ended within a line, behind a token of it
};

/// Turns blocks into pieces; for one thread.
class BlockTokenizer {
 public:
  explicit BlockTokenizer(const TextConfig& config) : config_(config), segmenter_(config) {}

  void tokenize(const Block& block, Piece& piece) {
    piece.text.clear();
    piece.starts_sentence = block.starts_file;
    std::string_view rest = block.text;
    for (bool starts_line = block.starts_line; !rest.empty(); starts_line = true) {
      const LineEnd end = find_line_end(rest);
      const std::string_view line = rest.substr(0, end.place);
      append_line(line, piece);
      if (end.length == 0) return;
      const bool empty = starts_line && std::all_of(line.begin(), line.end(), is_separator);
      if (config_.sentences != Sentences::paragraph || empty) end_sentence(piece);
      rest.remove_prefix(end.place + end.length);
    }
  }

  [[nodiscard]] std::uint64_t tokens() const { return segmenter_.tokens(); }
  [[nodiscard]] std::uint64_t invalid_bytes() const { return invalid_bytes_; }

 private:
  void append_line(std::string_view line, Piece& piece) {
    const std::string_view valid = valid_utf8(line, buffer_, invalid_bytes_);
    if (config_.sentences != Sentences::icu) {
      segmenter_.append_tokens(valid, piece.text);
      return;
    }
    bool first = true;
    segmenter_.for_each_sentence(valid, [&](std::string_view sentence) {
      if (!std::exchange(first, false)) end_sentence(piece);
      segmenter_.append_tokens(sentence, piece.text);
    });
  }

  static void end_sentence(Piece& piece) {
    if (piece.text.empty()) {
      piece.starts_sentence = true;
    } else {
      piece.text.back() = '\n';
    }
  }

  TextConfig config_;
  Segmenter segmenter_;
  std::string buffer_;
  std::uint64_t invalid_bytes_ = 0;
};

/// Puts pieces together: a sentence may go on in the next one.
class Lines {
 public:
  explicit Lines(const std::function<void(std::string_view)>& write) : write_(write) {}

  void append(const Piece& piece) {
    if (open_ && piece.starts_sentence) end();
    if (piece.text.empty()) return;
    if (open_) write_(" ");
    open_ = piece.text.back() == ' ';
    sentences_ += static_cast<std::uint64_t>(std::ranges::count(piece.text, '\n'));
    write_(std::string_view(piece.text).substr(0, piece.text.size() - (open_ ? 1 : 0)));
  }

  /// Ends the last sentence.
  void end() {
    if (!std::exchange(open_, false)) return;
    write_("\n");
    ++sentences_;
  }

  [[nodiscard]] std::uint64_t sentences() const { return sentences_; }

 private:
  const std::function<void(std::string_view)>& write_;
  bool open_ = false;  // the last token written has nothing behind it yet
  std::uint64_t sentences_ = 0;
};

/// The work on one text.
class Run {
 public:
  Run(const std::vector<std::string>& paths, const TextConfig& config,
      const std::function<void(std::string_view)>& write, Observer& observer)
      : config_(config), observer_(observer), blocks_(paths, config.strip_html, observer), lines_(write) {
    blocks_.report_to(observer);
  }

  TextReport run(int threads) {
    parallel(threads, [this](const Worker& worker) { work(worker); });
    lines_.end();
    report_.sentences = lines_.sentences();
    return report_;
  }

 private:
  void work(const Worker& worker) {
    BlockTokenizer tokenizer(config_);
    Block block;
    Piece piece;
    std::uint64_t number = 0;
    while (!worker.failed && next(block, number)) {
      const std::uint64_t before = tokenizer.tokens();
      handover_.run(
          number, [&] { tokenizer.tokenize(block, piece); },
          [&] {
            lines_.append(piece);
            report_.tokens += tokenizer.tokens() - before;
            report();
          });
    }
    const std::lock_guard lock(reading_);
    report_.invalid_bytes += tokenizer.invalid_bytes();
  }

  bool next(Block& block, std::uint64_t& number) {
    const std::lock_guard lock(reading_);
    if (observer_.stop_requested()) throw Interrupted();
    if (!blocks_.next(block)) return false;
    number = blocks_read_++;
    return true;
  }

  void report() {
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - reported_).count() < observer_.interval()) return;
    reported_ = now;
    const std::lock_guard lock(reading_);
    observer_.reading(blocks_.progress(report_.tokens));
  }

  const TextConfig& config_;
  Observer& observer_;
  std::mutex reading_;  // guards blocks_, blocks_read_ and the report's invalid_bytes
  Blocks blocks_;
  std::uint64_t blocks_read_ = 0;
  OrderedHandover handover_;  // guards all below
  Lines lines_;
  TextReport report_;
  std::chrono::steady_clock::time_point reported_ = std::chrono::steady_clock::now();
};

}  // namespace

TextReport tokenize_text(const std::vector<std::string>& paths, const TextConfig& config, int threads,
                         const std::function<void(std::string_view)>& write, Observer& observer) {
  config.validate();
  return Run(paths, config, write, observer).run(threads);
}

}  // namespace w2v
