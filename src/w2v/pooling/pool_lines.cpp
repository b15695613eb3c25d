#include "w2v/pooling/pool_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/parallel.hpp"
#include "w2v/base/text.hpp"

namespace w2v {
namespace {

constexpr std::size_t piece_lines = 16;   // that a thread takes at a time
constexpr std::size_t most_lines = 4096;  // pooled together

struct Line {
  std::string text;
  std::string label;
};

/// Lines that one thread pools, and what becomes of them.
struct Piece {
  std::string out;
  PoolReport report;
};

void append_row(std::string& out, PoolFormat format, std::string_view label, std::span<const float> values) {
  if (format == PoolFormat::npy) {
    out.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    return;
  }
  if (format == PoolFormat::libsvm) {
    out += label.empty() ? "0" : label;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] == 0) continue;
      fmt::format_to(std::back_inserter(out), " {}:", i + 1);
      append_float(out, values[i]);
    }
    out += '\n';
    return;
  }
  for (const float value : values) {
    append_float(out, value);
    out += format == PoolFormat::tsv ? '\t' : ' ';
  }
  out.back() = '\n';
}

/// Takes the label, field `column` of fields parted by tabs, out of a line; nothing if there are fewer.
std::optional<std::string> take_label(std::string& line, std::size_t column) {
  std::size_t begin = 0;
  for (std::size_t field = 1; field < column; ++field) {
    begin = line.find('\t', begin);
    if (begin++ == std::string::npos) return std::nullopt;
  }
  const std::size_t end = std::min(line.find('\t', begin), line.size());
  std::string label = line.substr(begin, end - begin);
  line.erase(begin, end - begin);
  return label;
}

/// Reads lines, cutting off their labels.
class LineReader {
 public:
  LineReader(BufferedReader& in, std::size_t label_column) : in_(in), label_column_(label_column) {}

  bool next(Line& line) {
    const std::optional<std::string_view> read = in_.line();
    if (!read) return false;
    line.text = ++number_ == 1 ? without_byte_order_mark(*read) : *read;
    line.label.clear();
    if (label_column_ == 0) return true;
    std::optional<std::string> label = take_label(line.text, label_column_);
    if (!label) {
      throw Error(fmt::format("{}:{}: no label: expected {} or more fields parted by tabs, found '{}'", in_.name(),
                              number_, label_column_, printable(line.text)));
    }
    line.label = std::move(*label);
    return true;
  }

  void check_number(const Line& line) const {
    const std::optional<float> value = parse_float(line.label);
    if (value && std::isfinite(*value)) return;
    throw Error(fmt::format("{}:{}: the label is no number: expected one such as 1 or -1, found '{}'", in_.name(),
                            number_, printable(line.label)));
  }

 private:
  BufferedReader& in_;
  std::size_t label_column_;
  std::uint64_t number_ = 0;
};

void pool_piece(std::span<const Line> lines, const Pooler& pooler, PoolFormat format, Piece& piece) {
  piece.out.clear();
  piece.report = {};
  std::vector<float> values(pooler.dim());
  for (const Line& line : lines) {
    const Pooler::Tokens tokens = pooler.pool(line.text, values);
    piece.report.known_tokens += tokens.known;
    piece.report.unknown_tokens += tokens.unknown;
    piece.report.composed_tokens += tokens.composed;
    piece.report.lines_without_known += tokens.known + tokens.composed == 0 ? 1 : 0;
    append_row(piece.out, format, line.label, values);
  }
  piece.report.lines = lines.size();
}

}  // namespace

void for_each_line(BufferedReader& in, std::size_t label_column, const std::function<void(std::string_view)>& use) {
  LineReader reader(in, label_column);
  Line line;
  while (reader.next(line)) use(line.text);
}

PoolReport pool_lines(BufferedReader& in, const Pooler& pooler, const PoolConfig& config,
                      const std::function<void(std::string_view)>& write, const Observer& observer) {
  LineReader reader(in, config.label_column);
  PoolReport report;
  std::vector<Line> lines(most_lines);
  std::vector<Piece> pieces(most_lines / piece_lines);
  const bool numbers = config.format == PoolFormat::libsvm && config.label_column > 0;
  while (true) {
    if (observer.stop_requested()) throw Interrupted();
    std::size_t count = 0;
    while (count < lines.size() && (count == 0 || in.line_is_there()) && reader.next(lines[count])) {
      if (numbers) reader.check_number(lines[count]);
      ++count;
    }
    if (count == 0) return report;
    const std::size_t used = (count + piece_lines - 1) / piece_lines;
    std::atomic<std::size_t> next{0};
    parallel(std::min(config.threads, static_cast<int>(used)), [&](const Worker& worker) {
      for (std::size_t p = next++; p < used && !worker.failed; p = next++) {
        const std::size_t first = p * piece_lines;
        pool_piece({lines.data() + first, std::min(piece_lines, count - first)}, pooler, config.format, pieces[p]);
      }
    });
    std::string out;
    for (std::size_t p = 0; p < used; ++p) {
      out += pieces[p].out;
      report.lines += pieces[p].report.lines;
      report.lines_without_known += pieces[p].report.lines_without_known;
      report.known_tokens += pieces[p].report.known_tokens;
      report.composed_tokens += pieces[p].report.composed_tokens;
      report.unknown_tokens += pieces[p].report.unknown_tokens;
    }
    write(out);
  }
}

}  // namespace w2v
