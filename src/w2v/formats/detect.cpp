#include "w2v/formats/detect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "w2v/base/error.hpp"
#include "w2v/base/lines.hpp"
#include "w2v/base/text.hpp"
#include "w2v/formats/binary_format.hpp"
#include "w2v/formats/csv_format.hpp"
#include "w2v/formats/fasttext_model.hpp"
#include "w2v/formats/npy_format.hpp"
#include "w2v/formats/projector_format.hpp"
#include "w2v/formats/text_format.hpp"
#include "w2v/formats/words_beside.hpp"

namespace w2v {
namespace {

struct ForeignFile {
  std::string_view begin;  ///< the first bytes
  std::string_view what;
  std::string_view expected;
};

constexpr std::string_view pickle = "a Python pickle, as gensim's save() writes";
constexpr std::string_view no_pickle = "word vectors, such as gensim's save_word2vec_format() writes";

constexpr std::array foreign_files{
    ForeignFile{"w2v ckpt", "a checkpoint of w2v train",
                "word vectors, such as train --output writes; w2v train --resume continues from a checkpoint"},
    ForeignFile{"w2vindex", "an index that w2v index wrote", "the vectors that it belongs to: the name without .w2vx"},
    ForeignFile{"w2v-hnsw", "an index that w2v index --ann wrote",
                "the vectors that it belongs to: the name without .hnsw"},
    ForeignFile{"\x80\2c", pickle, no_pickle},  // protocols 2 to 5
    ForeignFile{"\x80\3c", pickle, no_pickle},
    ForeignFile{"\x80\4\x95", pickle, no_pickle},
    ForeignFile{"\x80\5\x95", pickle, no_pickle},
};

/// Throws Error if the file is known by its first bytes and holds no word vectors. The message names what it is and
/// what is expected. Consumes nothing.
void refuse_foreign_file(BufferedReader& in) {
  const std::string_view bytes = in.peek(8);
  for (const ForeignFile& file : foreign_files) {
    if (!bytes.starts_with(file.begin)) continue;
    throw Error(fmt::format("{}: not word vectors but {}: expected {}", in.name(), file.what, file.expected));
  }
}

constexpr std::size_t least_window = std::size_t{1} << 16;
constexpr std::size_t longest_line = std::size_t{1} << 26;

struct Header {
  std::uint64_t rows;
  std::uint64_t dim;
  VectorFormat format;  ///< text where the line leaves it open
};

std::optional<Header> parse_header(std::string_view line) {
  VectorFormat format = VectorFormat::text;
  std::string_view rest = line;
  if (const std::string_view name = take_last_field(rest); name == "float16" || name == "int8") {
    format = name == "int8" ? VectorFormat::int8 : VectorFormat::float16;
    line = rest;
  }
  const auto dim = parse_integer(take_last_field(line));
  const auto rows = parse_integer(take_last_field(line));
  if (!rows || !dim || !line.empty()) return std::nullopt;
  return Header{*rows, *dim, format};
}

/// What a line of text holds.
struct Sample {
  std::size_t numbers;  ///< numbers_at_end()
  std::size_t meant;    ///< the same, with what is meant as numbers
  bool only_numbers;    ///< what stands in front of them is a number, too
  bool count_at_end;    ///< the last of them is a whole number without sign
};

/// The first lines that are whole and not blank.
std::vector<Sample> sample_lines(std::string_view bytes, bool complete, std::size_t most_lines) {
  std::vector<Sample> samples;
  while (!bytes.empty() && samples.size() < most_lines) {
    const LineEnd end = find_line_end(bytes);
    if (end.length == 0 && !complete) break;
    const std::string_view line = bytes.substr(0, end.place);
    std::string_view rest = line;
    if (const std::string_view last = take_last_field(rest); !last.empty()) {
      const std::size_t numbers = numbers_at_end(line);
      for (std::size_t i = 1; i < numbers; ++i) take_last_field(rest);
      samples.push_back({numbers, numbers_at_end(line, true), parse_float(trimmed(rest)).has_value(),
                         parse_integer(last).has_value()});
    }
    bytes.remove_prefix(end.place + end.length);
  }
  return samples;
}

bool has_controls(std::string_view bytes) {
  return std::ranges::any_of(bytes, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && (byte < '\t' || byte > '\r')) || byte == 0x7F;
  });
}

/// True if the first line is whole and has two fields.
bool has_two_fields(std::string_view bytes) {
  const LineEnd end = find_line_end(bytes);
  if (end.length == 0) return false;  // may be the rest of a row that was cut
  std::string_view line = bytes.substr(0, end.place);
  return !take_last_field(line).empty() && !take_last_field(line).empty() && line.empty();
}

/// The first line; of one that is longer than can be, a part.
BufferedReader::PeekedLine first_line(BufferedReader& in) {
  if (const auto line = in.peek_line(longest_line)) return *line;
  const std::string_view all = in.peek(1);
  if (all.empty()) throw Error(fmt::format("{}: the file is empty: expected word vectors", in.name()));
  const std::string_view text = all.substr(0, longest_line);
  return {text, text.size(), false};
}

/// The most frequent number of numbers, of two equally frequent ones the larger, and how many lines have it.
std::pair<std::size_t, std::size_t> usual(const std::vector<Sample>& samples, std::size_t Sample::*numbers) {
  std::map<std::size_t, std::size_t> lines_by_dim;
  for (const Sample& line : samples) ++lines_by_dim[line.*numbers];
  std::pair<std::size_t, std::size_t> best;
  for (const auto& [dim, lines] : lines_by_dim) {
    if (lines >= best.second) best = {dim, lines};
  }
  return best;
}

/// The file has no header: it is of comma- or tab-separated rows, GloVe text, or no file of vectors at all.
VectorFacts headerless(BufferedReader& in, const WordsBeside& words, std::size_t line_bytes) {
  const std::size_t window = std::max(least_window, 16 * line_bytes);
  const std::string_view bytes = in.peek(window);
  const bool complete = bytes.size() < window;
  if (const auto csv = detect_csv(bytes, complete); csv && csv->dim <= largest_dim) {
    in.consume(csv->heading_bytes);
    return {.format = VectorFormat::csv, .dim = csv->dim, .separator = csv->separator, .has_heading = csv->has_heading};
  }
  const std::vector<Sample> samples = sample_lines(bytes, complete, 100);
  auto [dim, lines] = usual(samples, &Sample::numbers);
  // Where as many lines have more of what is meant as numbers, the row reader tells which is none.
  if (const auto [meant, as_many] = usual(samples, &Sample::meant); meant > dim && (dim == 0 || as_many >= lines))
    dim = meant;
  const auto refuse = [&](const std::string& found) {
    return Error(
        fmt::format("{}: row 1 (byte 0): not word vectors: expected a line 'rows dim', or a word and "
                    "its numbers, found {}",
                    in.name(), found));
  };
  if (dim == 0 || dim > largest_dim) {
    throw refuse(fmt::format("'{}'", printable(bytes.substr(0, std::min(line_bytes, bytes.size())))));
  }
  if (dim == 1 && std::ranges::all_of(samples, &Sample::count_at_end)) {
    throw refuse("what looks like a vocabulary of 'word count' lines");
  }
  if (std::ranges::all_of(samples, &Sample::only_numbers)) {
    const std::string found = "lines of numbers without a word";
    const std::string missing = in.name().find(".tsv") == std::string::npos ? "" : words.name(VectorFormat::projector);
    throw refuse(missing.empty() ? found : fmt::format("{}, and no file {}", found, missing));
  }
  return {VectorFormat::text, false, 0, dim};
}

/// The file of lines of numbers whose words are in the file beside it.
std::optional<VectorFacts> detect_projector(BufferedReader& in, const WordsBeside& words) {
  const std::string_view line = first_line(in).text;
  if (!projector_dim(line, true)) return std::nullopt;  // so that no more bytes are waited for
  const std::size_t window = std::max(least_window, 16 * line.size());
  const std::string_view bytes = in.peek(window);
  const std::optional<std::size_t> dim = projector_dim(bytes, bytes.size() < window);
  // The words come last: to find them in a compressed archive it is read to its end.
  if (!dim || *dim > largest_dim || !words.exist(VectorFormat::projector)) return std::nullopt;
  return VectorFacts{.format = VectorFormat::projector, .dim = *dim};
}

void check_dim(const BufferedReader& in, std::uint64_t dim) {
  if (dim > 0 && dim <= largest_dim) return;
  throw Error(fmt::format("{}: header (byte 0): impossible number of values a row: expected 1 to {}, found {}",
                          in.name(), largest_dim, dim));
}

}  // namespace

VectorFacts detect_format(BufferedReader& in, const WordsBeside& words) {
  refuse_foreign_file(in);
  if (is_fasttext(in.peek(4))) return {.format = VectorFormat::fasttext, .has_header = true};  // the model says more
  if (is_npy(in.peek(8))) return read_npy_header(in);
  const std::string_view start = in.peek(3);
  in.consume(start.size() - without_byte_order_mark(start).size());
  if (const std::optional<VectorFacts> projector = detect_projector(in, words)) return *projector;
  const BufferedReader::PeekedLine line = first_line(in);
  const std::size_t text_bytes = line.text.size();
  const std::size_t header_bytes = line.bytes;
  const std::optional<Header> header = parse_header(line.text);
  if (!header) return headerless(in, words, text_bytes);

  if (header->format != VectorFormat::text) {
    check_dim(in, header->dim);
    in.consume(header_bytes);
    return {header->format, true, header->rows, static_cast<std::size_t>(header->dim)};
  }
  const auto dim = static_cast<std::size_t>(std::min<std::uint64_t>(header->dim, largest_dim));
  const std::size_t window = header_bytes + least_window + 32 * dim;
  const std::string_view seen = in.peek(window);
  const bool complete = seen.size() < window;
  const std::string_view rows = seen.substr(header_bytes);

  const std::vector<Sample> lines = sample_lines(rows, complete, 8);
  const auto fitting = std::ranges::count_if(lines, [&](const Sample& sample) { return sample.meant >= header->dim; });
  const bool rows_are_text = header->dim > 0 && fitting > 0 && 2 * static_cast<std::size_t>(fitting) >= lines.size();
  // Two integers may be a number-word and its only value: then the next line is of that shape too, and whole.
  if (!rows_are_text && !lines.empty() && lines[0].numbers == 1 && !has_controls(rows) && has_two_fields(rows)) {
    return headerless(in, words, text_bytes);
  }
  check_dim(in, header->dim);
  const bool binary = !rows_are_text && (has_controls(rows) || looks_binary(rows, complete, header->rows, dim));
  in.consume(header_bytes);
  return {binary ? VectorFormat::binary : VectorFormat::text, true, header->rows, dim};
}

}  // namespace w2v
