// Files of vectors: text, GloVe text, binary, float16, int8, CSV, TSV, arrays and the projector's numbers with their
// words; plain or compressed.
//
// Input: a byte of choices (options, and a format to write), a limit if the options have one, the file. What stands
// behind the last "\nwords\n" is the file of words beside it.

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "fuzz.hpp"
#include "w2v/formats/npy_format.hpp"
#include "w2v/vectors/load_vectors.hpp"

namespace w2v::fuzz {
namespace {

constexpr unsigned lenient = 1;
constexpr unsigned limited = 2;
constexpr unsigned first_output = 4;  // the bits from here on choose what the rows are written as
constexpr std::string_view words_mark = "\nwords\n";

using Rows = std::vector<std::pair<std::string, std::vector<float>>>;

struct Reading {
  Rows rows;  // those before the fault, if there is one
  VectorFacts facts;
  bool whole = false;
  bool left_out = false;
};

bool equal(const std::vector<float>& a, const std::vector<float>& b) {
  return std::ranges::equal(
      a, b, [](float x, float y) { return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y); });
}

bool equal(const Rows& a, const Rows& b) {
  return std::ranges::equal(
      a, b, [](const auto& x, const auto& y) { return x.first == y.first && equal(x.second, y.second); });
}

bool begins_with(const Rows& rows, const Rows& begin) {
  return begin.size() <= rows.size() &&
         equal(begin, Rows(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(begin.size())));
}

/// Reads row by row.
Reading read(const std::string& path, const ReadOptions& options) {
  Reading reading;
  reading.whole = accepted([&] {
    RowReader reader = open_vectors(path, options);
    reading.facts = reader.facts();
    const std::size_t dim = reading.facts.dim;
    require(dim >= 1 && dim <= largest_dim, "the number of values is possible");
    while (const std::optional<Row> row = reader.next()) {
      require(!row->word.empty(), "no word is empty");
      require(row->values.size() == dim, "all rows are equally long");
      require(std::ranges::all_of(row->values, [](float value) { return std::isfinite(value); }), "values are finite");
      reading.rows.emplace_back(row->word, std::vector<float>(row->values.begin(), row->values.end()));
      require(reader.words().find(row->word) == reading.rows.size() - 1, "a word is found, and is new");
    }
    reading.left_out = reader.left_out().any();
  });
  return reading;
}

/// Reads into memory, or maps: must be the same rows, or be refused as well.
void check_load(const std::string& path, const ReadOptions& options, const Reading& expected) {
  const bool loaded = accepted([&] {
    const LoadedVectors file = load_vectors(path, options);
    const WordVectors& vectors = file.vectors;
    require(expected.whole, "what is refused row by row is refused at once");
    require(file.left_out.any() == expected.left_out, "as much is left out");
    require(vectors.dim() == expected.facts.dim, "the same number of values");
    Rows rows;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      rows.emplace_back(vectors.word(i), vectors.row(i));
      require(vectors.find(vectors.word(i)) == i, "a word is found in its row");
    }
    require(equal(rows, expected.rows), "the same rows");
  });
  require(loaded == expected.whole, "what is read row by row is read at once");
}

/// Maps where that is possible, and looks at rows when they are used: what is wrong is told then at the
/// latest.
void check_lazy(const std::string& path, const Reading& expected) {
  if (expected.whole) return check_load(path, {.lazy = true}, expected);
  accepted([&] {
    const WordVectors vectors = load_vectors(path, {.lazy = true}).vectors;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      accepted([&] {
        const std::vector<float> row = vectors.row(i);
        require(std::ranges::all_of(row, [](float value) { return std::isfinite(value); }), "values are finite");
      });
      accepted([&] { require(vectors.find(vectors.word(i)) == i, "a word is found in its row"); });
    }
  });
}

/// Writes rows; false if the format cannot hold them.
bool write(const Rows& rows, std::size_t dim, VectorFormat format, const std::string& path) {
  return accepted([&] {
    std::optional<AtomicFile> words;
    if (const auto companion = companion_path(path, format)) words.emplace(*companion);
    VectorWriter writer(AtomicFile(path), format, rows.size(), dim, std::move(words));
    for (const auto& [word, values] : rows) writer.write(word, values);
    writer.commit();
  });
}

/// The file must have been written; nothing if its bytes are, by chance, a file of another format as well.
std::optional<Reading> read_back(const std::string& path, VectorFormat format, std::size_t dim) {
  Reading reading = read(path, {});
  // A binary file whose numbers are digits is a text file, and a file without a row may be either.
  if (format == VectorFormat::binary && reading.facts.format == VectorFormat::text) return std::nullopt;
  require(reading.whole, "what was written can be read");
  require(reading.facts.dim == dim, "what was written has the same number of values");
  return reading;
}

void check_exact(const Rows& rows, std::size_t dim, VectorFormat format, const char* name) {
  const std::string path = Folder::get().path(name);
  if (!write(rows, dim, format, path)) return;
  if (const auto again = read_back(path, format, dim))
    require(equal(again->rows, rows), "what was written is read back");
}

/// Only where the file's first byte can be of no other kind of file, and the numbers of no decimal comma.
void check_csv(const Rows& rows, std::size_t dim) {
  if (rows.empty() || dim == 1) return;
  const char first = rows.front().first.front();
  if (first >= 'a' && first < 'w') check_exact(rows, dim, VectorFormat::csv, "out.csv");
}

void check_int8(const Rows& rows, std::size_t dim) {
  const std::string path = Folder::get().path("out.i8");
  if (!write(rows, dim, VectorFormat::int8, path)) return;
  const Rows again = read_back(path, VectorFormat::int8, dim)->rows;
  require(again.size() == rows.size(), "int8 keeps the rows");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double largest = 0;
    for (const float value : rows[i].second) largest = std::max(largest, std::abs(double{value}));
    // Half a step, and the rounding of scale and product: relative, and 2^-149 among the smallest floats.
    const double most = largest / 254 * (1 + 1e-4) + 127 * 0x1p-149;
    for (std::size_t j = 0; j < dim; ++j) {
      require(std::abs(double{again[i].second[j]} - rows[i].second[j]) <= most, "int8 is off by half a step at most");
    }
  }
}

void check_float16(const Rows& rows, std::size_t dim) {
  const std::string path = Folder::get().path("out.f16");
  if (!write(rows, dim, VectorFormat::float16, path)) return;
  const Rows again = read_back(path, VectorFormat::float16, dim)->rows;
  require(again.size() == rows.size(), "float16 keeps the rows");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < dim; ++j) {
      const double value = rows[i].second[j];
      const double most = std::max(std::abs(value) * 0x1p-11, 0x1p-25);
      require(std::abs(again[i].second[j] - value) <= most, "float16 is off by half a step at most");
    }
  }
  check_exact(again, dim, VectorFormat::float16, "again.f16");
}

void check(Input input) {
  const unsigned choices = input.choice();
  const std::uint64_t limit = (choices & limited) != 0 ? input.choice() : ReadOptions().limit;
  std::string_view bytes = input.rest();
  const Folder& folder = Folder::get();
  const bool array = is_npy(bytes);
  folder.remove("in.words");
  folder.remove("in.npy_metadata.tsv");
  if (const std::size_t mark = bytes.rfind(words_mark); mark != std::string_view::npos) {
    folder.write(array ? "in.words" : "in.npy_metadata.tsv", bytes.substr(mark + words_mark.size()));
    bytes = bytes.substr(0, array ? mark : mark + 1);
  }
  const std::string path = folder.write("in.npy", bytes);

  const Reading usual = read(path, {});
  check_load(path, {}, usual);
  check_lazy(path, usual);
  if (usual.whole) {
    const Reading strict = read(path, {.strict = true});
    require(strict.whole == !usual.left_out, "strict refuses repeated words alone");
    require(!strict.left_out, "strict leaves nothing out");
    check_load(path, {.strict = true}, strict);
  }
  if ((choices & (lenient | limited)) != 0) {
    const ReadOptions options{.lenient = (choices & lenient) != 0, .limit = limit};
    const Reading other = read(path, options);
    check_load(path, options, other);
    require(other.rows.size() <= limit, "no more rows than asked for");
    const bool enough = usual.rows.size() >= limit;  // whatever is wrong stands behind them
    if (usual.whole || (enough && usual.facts.dim > 0)) {
      require(other.whole, "nothing is wrong");
      require(usual.left_out || !other.left_out || !usual.whole, "nothing is left out where nothing is wrong");
      require(other.rows.size() == std::min<std::uint64_t>(limit, usual.rows.size()), "as many rows as asked for");
    }
    require(begins_with(enough ? usual.rows : other.rows, enough ? other.rows : usual.rows), "the same first rows");
  }
  if (!usual.whole) return;
  const std::size_t dim = usual.facts.dim;
  switch (choices / first_output % 7) {
    case 0:
      return check_exact(usual.rows, dim, VectorFormat::text, "out.txt");
    case 1:
      return check_exact(usual.rows, dim, VectorFormat::binary, "out.bin");
    case 2:
      return check_exact(usual.rows, dim, VectorFormat::npy, "out.npy");
    case 3:
      return check_float16(usual.rows, dim);
    case 4:
      return check_int8(usual.rows, dim);
    case 5:
      return check_csv(usual.rows, dim);
    default:
      if (!usual.rows.empty()) check_exact(usual.rows, dim, VectorFormat::projector, "out.tsv");
  }
}

}  // namespace
}  // namespace w2v::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  w2v::fuzz::check({data, size});
  return 0;
}
